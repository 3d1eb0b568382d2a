import type { Instruction } from '../analysis/guide/instruction.ts';
import type { Language } from '../domain/names/names.ts';
import type { GuideStatus } from './guide.ts';

interface GuideTexts {
  instructions: Record<Instruction, string>;
  holding: string;
  taking: string;
}

const TEXTS: Record<Language, GuideTexts> = {
  en: {
    instructions: {
      find_light: 'Too dark. Find more light or switch on the torch.',
      find_vehicle: 'Point the camera at the vehicle',
      find_wheel: 'Point the camera at the wheel',
      find_text: 'Fill the picture with the text',
      walk_left: 'Walk to the left',
      walk_right: 'Walk to the right',
      walk_around: 'Walk to the other side of the vehicle',
      step_back: 'Step back',
      step_closer: 'Step closer',
      pan_left: 'Turn the camera to the left',
      pan_right: 'Turn the camera to the right',
      pan_up: 'Point the camera higher',
      pan_down: 'Point the camera lower',
      turn_phone: 'Turn the phone sideways',
      level_phone: 'Hold the phone level',
      avoid_glare: 'Too bright. Turn away from the light.',
      hold_still: 'Hold still',
      let_focus: 'Blurred. Hold still until it is sharp.',
    },
    holding: 'Good. Hold still…',
    taking: 'Taking the photo…',
  },
  fr: {
    instructions: {
      find_light: 'Trop sombre. Cherchez plus de lumière ou allumez la torche.',
      find_vehicle: 'Visez le véhicule',
      find_wheel: 'Visez la roue',
      find_text: 'Remplissez l’image avec le texte',
      walk_left: 'Déplacez-vous vers la gauche',
      walk_right: 'Déplacez-vous vers la droite',
      walk_around: 'Passez de l’autre côté du véhicule',
      step_back: 'Reculez',
      step_closer: 'Approchez-vous',
      pan_left: 'Tournez l’appareil vers la gauche',
      pan_right: 'Tournez l’appareil vers la droite',
      pan_up: 'Visez plus haut',
      pan_down: 'Visez plus bas',
      turn_phone: 'Tenez le téléphone à l’horizontale',
      level_phone: 'Redressez le téléphone',
      avoid_glare: 'Trop lumineux. Détournez-vous de la lumière.',
      hold_still: 'Ne bougez plus',
      let_focus: 'Image floue. Ne bougez plus jusqu’à ce qu’elle soit nette.',
    },
    holding: 'C’est bon. Ne bougez plus…',
    taking: 'Prise de la photo…',
  },
};

/**
 * Returns what to show and to speak for a status of the guide; an empty text if there is nothing to say.
 *
 * @example
 * liveGuide(video, { models, sights, onPhoto, onStatus: (status) => (line.textContent = guideText(status, 'en')) });
 */
export function guideText(
  { phase, instruction }: Pick<GuideStatus, 'phase' | 'instruction'>,
  language: Language,
): string {
  const texts = TEXTS[language];
  switch (phase) {
    case 'instructing':
      return instruction ? texts.instructions[instruction] : '';
    case 'holding':
      return texts.holding;
    case 'taking':
      return texts.taking;
    case 'searching':
    case 'unavailable':
    case 'done':
      return '';
  }
}
