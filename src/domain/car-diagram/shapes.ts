import type { PartType } from '../enums.ts';
import { circle, rectangle } from './path.ts';

/** A face of the car. The drawing is an unfolded box: the top in the middle, the other faces around it. */
export type CarFace = 'front' | 'back' | 'left' | 'right' | 'top';

export interface Shape {
  partType: PartType;
  face: CarFace;
  path: string;
  /** Where a mark of the part goes. */
  center: readonly [x: number, y: number];
}

export const WIDTH = 420;
export const HEIGHT = 560;

/**
 * The left side, front up, wheels outwards. The right side is its mirror image. Large parts come first: small ones are
 * drawn over them.
 */
export const LEFT_SHAPES: readonly Shape[] = [
  {
    partType: 'fender_front_left',
    face: 'left',
    path: 'M40 119C56 121 69 135 69 152C69 169 55 184 36 185L36 202L82 202L84 188L79 112L56 112Z',
    center: [72, 124],
  },
  { partType: 'door_front_left', face: 'left', path: 'M36 202L82 202L84 288L36 288Z', center: [58, 244] },
  {
    partType: 'door_back_left',
    face: 'left',
    path: 'M36 288L84 288L85 374L61 374.6C54 368 45 365 36 365Z',
    center: [60, 326],
  },
  {
    partType: 'fender_back_left',
    face: 'left',
    path: 'M61 375L85 374L87 404L110 370L115 378L91 424L84 452L56 452L56 440L40 431C56 429 69 415 69 398C69 389 66 381 61 375Z',
    center: [76, 438],
  },
  {
    partType: 'rocker_panel_left',
    face: 'left',
    path: 'M22 182C27 184.5 31 185.2 36 185L36 365C31 364.8 27 365.5 22 368Z',
    center: [29, 275],
  },
  {
    partType: 'quarter_window_front_left',
    face: 'left',
    path: 'M87 205L87 221L97 221Z',
    center: [90, 215],
  },
  {
    partType: 'window_front_left',
    face: 'left',
    path: 'M87 225L100 225L109 242L110 286L88 286Z',
    center: [99, 256],
  },
  {
    partType: 'window_back_left',
    face: 'left',
    path: 'M88 291L110 291L110 346L106 357L89 366Z',
    center: [99, 324],
  },
  {
    partType: 'quarter_window_back_left',
    face: 'left',
    path: 'M89 370L105 362L102 371L91 390Z',
    center: [96, 373],
  },
  { partType: 'wheel_front_left', face: 'left', path: circle(36, 152, 28), center: [17, 152] },
  { partType: 'hubcap_front_left', face: 'left', path: circle(36, 152, 17), center: [36, 152] },
  { partType: 'wheel_back_left', face: 'left', path: circle(36, 398, 28), center: [17, 398] },
  { partType: 'hubcap_back_left', face: 'left', path: circle(36, 398, 17), center: [36, 398] },
  { partType: 'handle_front_left', face: 'left', path: rectangle(70, 268, 7, 15), center: [73.5, 275.5] },
  { partType: 'handle_back_left', face: 'left', path: rectangle(71, 352, 7, 15), center: [74.5, 359.5] },
  {
    partType: 'turn_signal_front_lateral_left',
    face: 'left',
    path: rectangle(60, 186, 6, 11),
    center: [63, 191.5],
  },
  {
    partType: 'mirror_left',
    face: 'left',
    path: 'M119 208C119 200 124 197 133 200L134 216C128 220 121 218 119 208Z',
    center: [127, 208],
  },
  {
    partType: 'head_light_left',
    face: 'front',
    path: 'M131 61C143 55 156 53 173 52L168 69L135 77ZM60 84L71 88L76 107L60 107Z',
    center: [152, 65],
  },
  {
    partType: 'indicator_light_left',
    face: 'front',
    path: 'M119 66L127 63L131 78L122 80Z',
    center: [125, 72],
  },
  { partType: 'fog_light_front_left', face: 'front', path: circle(152, 31, 7), center: [152, 31] },
  {
    partType: 'tail_light_left',
    face: 'back',
    path: 'M135 481L168 488L173 506C156 506 143 504 131 499ZM60 456L83 456L81 473L60 476Z',
    center: [152, 495],
  },
  { partType: 'fog_light_back_left', face: 'back', path: circle(152, 529, 7), center: [152, 529] },
];

/** Parts in the middle of the car, or around it. The bumpers continue on both sides. */
export const MIDDLE_SHAPES: readonly Shape[] = [
  {
    partType: 'bumper_front',
    face: 'front',
    path: 'M126 55L132 26C160 8 260 8 288 26L294 55C262 45 158 45 126 55ZM22 122L22 94C22 86 30 82 38 82L56 84L56 112L40 118.9C33 118.5 27 119.6 22 122ZM398 122L398 94C398 86 390 82 382 82L364 84L364 112L380 118.9C387 118.5 393 119.6 398 122Z',
    center: [171, 38],
  },
  {
    partType: 'bumper_back',
    face: 'back',
    path: 'M126 505L132 534C160 552 260 552 288 534L294 505C262 515 158 515 126 505ZM22 428L22 466C22 474 30 478 38 478L56 476L56 440L40 431C33 431.5 27 430.4 22 428ZM398 428L398 466C398 474 390 478 382 478L364 476L364 440L380 431C387 431.5 393 430.4 398 428Z',
    center: [175, 529],
  },
  {
    partType: 'header_panel',
    face: 'front',
    path: 'M152 81C190 74 230 74 268 81L270 88C230 81 190 81 150 88Z',
    center: [210, 79],
  },
  {
    partType: 'hood',
    face: 'top',
    path: 'M149 92C190 85 230 85 271 92L280 118L282 188C240 178 180 178 138 188L140 118Z',
    center: [210, 140],
  },
  {
    partType: 'windshield_front',
    face: 'top',
    path: 'M140 194C182 184 238 184 280 194L266 240C230 234 190 234 154 240Z',
    center: [210, 216],
  },
  {
    partType: 'roof',
    face: 'top',
    path: 'M155 245C190 239 230 239 265 245L266 352C230 357 190 357 154 352Z',
    center: [210, 298],
  },
  {
    partType: 'windshield_back',
    face: 'top',
    path: 'M155 358C190 363 230 363 265 358L276 400C236 408 184 408 144 400Z',
    center: [180, 384],
  },
  {
    partType: 'rear_spoiler',
    face: 'top',
    path: 'M145 405C184 413 236 413 275 405L276 414C236 422 184 422 144 414Z',
    center: [210, 415],
  },
  {
    partType: 'trunk',
    face: 'top',
    path: 'M145 419C184 427 236 427 275 419L272 468C240 476 180 476 148 468Z',
    center: [210, 449],
  },
  {
    partType: 'grill',
    face: 'front',
    path: 'M180 52C200 50 220 50 240 52L236 69C220 67 200 67 184 69Z',
    center: [210, 60],
  },
  { partType: 'grill_low', face: 'front', path: 'M172 19L248 19L242 29L178 29Z', center: [210, 24] },
  { partType: 'license_plate_front', face: 'front', path: rectangle(184, 33, 52, 12), center: [210, 39] },
  {
    partType: 'tail_light_center',
    face: 'back',
    path: 'M180 480C200 482 220 482 240 480L241 489C220 491 200 491 179 489Z',
    center: [210, 485],
  },
  { partType: 'license_plate_back', face: 'back', path: rectangle(184, 495, 52, 12), center: [210, 501] },
  { partType: 'logo', face: 'top', path: circle(210, 100, 6), center: [210, 100] },
  { partType: 'hook', face: 'front', path: circle(248, 38, 5), center: [248, 38] },
  {
    partType: 'wiper_front',
    face: 'top',
    path: 'M156 195L206 189L206 194L157 200ZM214 189L264 195L263 200L214 194Z',
    center: [210, 193],
  },
  { partType: 'wiper_back', face: 'top', path: 'M206 401L208 376L213 376L215 401Z', center: [210, 390] },
];

/** On the right, as on most cars of the European Union. Drawn last, over the fender. */
export const PETROL_DOOR: Shape = {
  partType: 'petrol_door',
  face: 'right',
  path: rectangle(336, 408, 12, 14),
  center: [342, 415],
};

/** The frames between the windows of both sides. */
export const PILLARS: Shape = {
  partType: 'pillar',
  face: 'left',
  path: 'M83 192L112 238L115 250L115 346L110 372L86 402L84 288L82 200ZM337 192L308 238L305 250L305 346L310 372L334 402L336 288L338 200Z',
  center: [99, 288.5],
};
