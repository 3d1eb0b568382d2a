import { html, svg, type TemplateResult } from 'lit';
import type { Viewpoint } from '../../domain/enums.ts';
import type { Sight, TextSight } from '../../domain/sights/sight.ts';

/** Line drawings to align the camera with, 320 × 240. One drawing serves both sides of a car. */

const side = svg`
  <path d="M26 158C24 146 30 136 44 131 66 124 84 122 100 118 118 100 136 88 160 86H206C228 87 246 100 262 118 278 121 290 128 292 140L294 158C294 164 290 166 286 166H268A24 24 0 0 0 220 166H118A24 24 0 0 0 70 166H34C29 166 26 163 26 158Z"/>
  <path class="fine" d="M112 118C126 104 140 95 160 94H170V119ZM178 94H204C222 95 236 105 248 119H178ZM174 120V162M46 134 30 142M284 126 292 136M182 130H194M118 130H106"/>
  <circle cx="94" cy="168" r="19"/><circle cx="244" cy="168" r="19"/>
  <circle class="fine" cx="94" cy="168" r="11"/><circle class="fine" cx="244" cy="168" r="11"/>`;

const ends = svg`
  <path d="M64 168V128C64 118 70 112 82 109L104 72C108 65 114 62 124 61Q160 58 196 61C206 62 212 65 216 72L238 109C250 112 256 118 256 128V168C256 174 254 176 250 176H70C66 176 64 174 64 168Z"/>
  <path d="M72 176V188C72 191 74 193 77 193H95C98 193 100 191 100 188V176M220 176V188C220 191 222 193 225 193H243C246 193 248 191 248 188V176"/>
  <path class="fine" d="M110 76C114 70 118 69 126 68Q160 65 194 68C202 69 206 70 210 76L228 107H92Z"/>
  <path d="M86 96 70 97C67 97 66 99 66 101V106L80 108M234 96 250 97C253 97 254 99 254 101V106L240 108"/>`;

const front = svg`${ends}
  <path class="fine" d="M74 126 108 131 104 143 77 139ZM246 126 212 131 216 143 243 139ZM122 132H198L192 148H128ZM136 156H184V168H136Z"/>`;

const back = svg`${ends}
  <path class="fine" d="M68 126 98 128V142L68 140ZM252 126 222 128V142L252 140ZM98 120Q160 114 222 120M134 132H186V146H134ZM72 160H248"/>`;

const corner = svg`
  <path d="M32 168V142C32 134 36 129 44 126L92 112C104 96 116 84 132 78 154 71 196 70 214 74 232 78 250 92 264 108 280 112 288 118 290 128L292 152C292 158 288 161 282 162L274 164A21 24 0 0 0 231 171L165 183A25 28 0 0 0 113 187L44 182C36 181 32 176 32 168Z"/>
  <ellipse cx="139" cy="186" rx="20" ry="24"/><ellipse cx="252" cy="166" rx="16" ry="21"/>
  <ellipse class="fine" cx="139" cy="186" rx="11" ry="14"/><ellipse class="fine" cx="252" cy="166" rx="9" ry="12"/>
  <path class="fine" d="M156 113C160 102 166 91 174 81H206C222 85 236 96 246 107ZM152 120C190 118 240 114 282 118M200 82 204 174"/>`;

const frontCorner = svg`${corner}
  <path class="fine" d="M100 112C112 96 122 87 136 83L166 81C158 92 152 102 148 113 132 111 116 111 100 112ZM44 128C72 119 110 115 146 117M36 141 52 137 58 146 38 150ZM98 140 124 136 128 147 102 152ZM60 148 98 150 96 160 62 158ZM64 166H92V174H64Z"/>`;

const backCorner = svg`${corner}
  <path class="fine" d="M96 111C108 96 120 88 134 84L162 82C156 92 150 102 146 112 130 109 112 109 96 111ZM36 134 54 130V148L36 150ZM112 128 128 126V146L112 148ZM58 142H106V154H58ZM38 166 118 170"/>`;

/** From the left, the front of a car is on the left. The other side is the same drawing, mirrored. */
const viewpoints: Record<Viewpoint, [drawing: TemplateResult, isMirrored: boolean]> = {
  front: [front, false],
  front_left: [frontCorner, false],
  left: [side, false],
  back_left: [backCorner, true],
  back: [back, false],
  back_right: [backCorner, false],
  right: [side, true],
  front_right: [frontCorner, true],
};

const wheel = svg`<circle cx="160" cy="120" r="84"/><circle cx="160" cy="120" r="56"/><circle class="fine" cx="160" cy="120" r="12"/>
  <path class="fine" d="M160 108V64M171 116 213 103M167 130 193 165M153 130 127 165M149 116 107 103"/>`;

const texts: Record<TextSight, TemplateResult> = {
  VIN: svg`<rect x="36" y="92" width="248" height="56" rx="6"/><path class="fine" d="M52 120H268" stroke-dasharray="9 4.3"/>`,
  PLATE: svg`<rect x="48" y="94" width="224" height="52" rx="8"/><path class="fine" d="M72 94V146M92 120H256" stroke-dasharray="18 8"/>`,
  ODOMETER: svg`<path d="M80 164A92 92 0 1 1 240 164"/><path class="fine" d="M160 124 202 84M108 176H212V150H108ZM134 150V176M160 150V176M186 150V176"/>`,
};

export function renderSilhouette(sight: Sight): TemplateResult {
  const [drawing, isMirrored] = getDrawing(sight);
  return html`<svg class="silhouette" part="silhouette" viewBox="0 0 320 240" aria-hidden="true">
    <g transform=${isMirrored ? 'matrix(-1 0 0 1 320 0)' : 'matrix(1 0 0 1 0 0)'}>${drawing}</g>
  </svg>`;
}

function getDrawing(sight: Sight): [TemplateResult, boolean] {
  if (sight.kind === 'viewpoint') return viewpoints[sight.id];
  if (sight.kind === 'wheel') return [wheel, false];
  return [texts[sight.id], false];
}
