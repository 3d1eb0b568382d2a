import type { VerdictTexts } from './verdict-texts.ts';

const NUMBERS = ['Aucun', 'Un', 'Deux', 'Trois', 'Quatre', 'Cinq', 'Six', 'Sept', 'Huit'];

const photos = (number: number) => (number <= 1 ? `${number} photo` : `${number} photos`);

export const fr: VerdictTexts = {
  outcomes: {
    notAnalysed: 'Pas analysé',
    waiting: 'Analyse en attente',
    running: 'Recherche en cours',
    failed: 'Échec de l’analyse',
    nothingFound: 'Rien trouvé, non vérifié',
    clean: 'Aucun dommage',
    damaged: 'Endommagé',
  },
  nothingFound: (number, limitCm) =>
    limitCm === undefined
      ? `Le modèle n’a rien vu sur ${photos(number)}. On ne sait pas quelles marques lui échappent.`
      : `Le modèle n’a rien vu sur ${photos(number)}, jusqu’à environ ${limitCm} cm.`,
  foundFrom: (number, limitCm) =>
    limitCm === undefined
      ? 'On ne sait pas quelles marques échappent au modèle.'
      : `Sur ${photos(number)}, la plupart des marques de moins d’environ ${limitCm} cm échappent au modèle.`,
  stillLooking: 'Un modèle plus grand cherche encore.',
  notPhotographed: (sides) =>
    sides === 8
      ? 'Aucun côté n’a été photographié en entier.'
      : sides === 1
        ? 'Un côté n’a pas été photographié.'
        : `${NUMBERS[sides]} côtés n’ont pas été photographiés.`,
  unknownSide: (number) =>
    number === 1
      ? 'On ne sait pas quel côté montre 1 photo.'
      : `On ne sait pas quel côté montrent ${number} photos.`,
  nobodyLooked: 'Personne ne l’a vérifié.',
  looked: (users, sides) =>
    sides === 1 ? `1 côté sur 8 regardé par ${users}.` : `${sides} côtés sur 8 regardés par ${users}.`,
  lookedAtAll: (users, when) => `Les 8 côtés ont été regardés par ${users}, ${when}.`,
  statedUndamaged: (user, when) => `${user} a déclaré le véhicule sans dommage, ${when}.`,
  sidesPhotographed: (sides) => `${sides} ${sides <= 1 ? 'côté' : 'côtés'} sur 8 en photo`,
  sidesChecked: (sides, users) => `${sides} ${sides <= 1 ? 'vérifié' : 'vérifiés'} par ${users}`,
  notChecked: 'non vérifié par une personne',
  side: {
    named: (viewpoint, known) => `${viewpoint.charAt(0).toUpperCase()}${viewpoint.slice(1)} : ${known}.`,
    notPhotographed: 'pas photographié',
    photographed: (limitCm) =>
      limitCm === undefined
        ? 'photographié ; on ne sait pas quelles marques échappent au modèle'
        : `photographié ; les marques de moins d’environ ${limitCm} cm ne sont pas visibles pour le modèle`,
    nothingFound: (limitCm) => `le modèle n’a rien trouvé jusqu’à environ ${limitCm} cm`,
    damaged: (damages) => (damages === 1 ? '1 dommage' : `${damages} dommages`),
    lookedBy: (user, when) => `regardé par ${user}, ${when}`,
  },
  and: (names) => new Intl.ListFormat('fr-FR', { type: 'conjunction' }).format(names),
};
