import type { VerdictTexts } from './verdict-texts.ts';

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];

const photos = (number: number) => (number === 1 ? '1 photo' : `${number} photos`);

export const en: VerdictTexts = {
  outcomes: {
    notAnalysed: 'Not analysed',
    waiting: 'Analysis waiting',
    running: 'Looking for damage',
    failed: 'Analysis failed',
    nothingFound: 'Nothing found, not checked',
    clean: 'No damage',
    damaged: 'Damaged',
  },
  nothingFound: (number, limitCm) =>
    limitCm === undefined
      ? `The model saw nothing on ${photos(number)}. It is not known which marks it misses.`
      : `The model saw nothing on ${photos(number)} down to about ${limitCm} cm.`,
  foundFrom: (number, limitCm) =>
    limitCm === undefined
      ? 'It is not known which marks the model misses.'
      : `On ${photos(number)}, the model misses most marks below about ${limitCm} cm.`,
  stillLooking: 'A larger model is still looking.',
  notPhotographed: (sides) =>
    sides === 8
      ? 'No side was photographed as a whole.'
      : `${NUMBERS[sides]} ${sides === 1 ? 'side was' : 'sides were'} not photographed.`,
  unknownSide: (number) => `It is not known which side ${photos(number)} ${number === 1 ? 'shows' : 'show'}.`,
  nobodyLooked: 'No person has checked it.',
  looked: (users, sides) => `${users} looked at ${sides} of 8 sides.`,
  lookedAtAll: (users, when) => `${users} looked at all 8 sides, ${when}.`,
  statedUndamaged: (user, when) => `${user} stated that the vehicle has no damage, ${when}.`,
  sidesPhotographed: (sides) => `${sides} of 8 sides photographed`,
  sidesChecked: (sides, users) => `${sides} checked by ${users}`,
  notChecked: 'not checked by a person',
  side: {
    named: (viewpoint, known) => `${viewpoint.charAt(0).toUpperCase()}${viewpoint.slice(1)}: ${known}.`,
    notPhotographed: 'not photographed',
    photographed: (limitCm) =>
      limitCm === undefined
        ? 'photographed; it is not known which marks the model misses'
        : `photographed; marks below about ${limitCm} cm are not visible to the model`,
    nothingFound: (limitCm) => `the model found nothing down to about ${limitCm} cm`,
    damaged: (damages) => (damages === 1 ? '1 damage' : `${damages} damages`),
    lookedBy: (user, when) => `${user} looked at it, ${when}`,
  },
  and: (names) => new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names),
};
