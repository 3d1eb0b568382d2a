import type { ElementLanguage } from 'kerbside/elements';
import type { FleetRow } from './fleet-client.ts';
import type { DateFilter, OutcomeFilter } from './fleet-filter.ts';

const count = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`;

const en = {
  title: 'Fleet',
  signIn: {
    title: 'Head office',
    intro: 'All inspections of your organization, read only.',
    token: 'API token',
    note: 'It stays in this tab and is sent to this service only. “kerbside token” makes one.',
    submit: 'Sign in',
    rejected: 'The service does not accept this token, or it has expired.',
  },
  signOut: 'Sign out',
  sinceYesterday: 'Since yesterday',
  newInspections: (number: number) => count(number, 'new inspection'),
  damaged: (number: number) => `${number.toLocaleString('en-GB')} with damage`,
  nothingNew: 'No new inspections',
  filters: 'Filters',
  search: 'Vehicle, plate, VIN, inspector',
  outcome: 'Status',
  severity: 'Severity',
  date: 'Date',
  all: 'All',
  outcomes: {
    damaged: 'Damaged',
    nothingFound: 'Nothing found, not checked',
    clean: 'No damage',
    open: 'Not analysed yet',
    failed: 'Analysis failed',
  } satisfies Record<OutcomeFilter, string>,
  atLeast: (severity: string) => `${severity} or worse`,
  dates: {
    yesterday: 'Since yesterday',
    week: 'Last 7 days',
    month: 'Last 30 days',
  } satisfies Record<DateFilter, string>,
  shown: (shown: number, total: number) =>
    shown === total ? count(total, 'inspection') : `${shown} of ${count(total, 'inspection')}`,
  more: 'Show older inspections',
  loading: 'Loading…',
  none: 'No inspection matches these filters.',
  empty: 'This service has no inspections yet.',
  isNew: 'New',
  from: (sum: string) => `from ${sum}`,
  inspector: (name: string) => `By ${name}`,
  originCounts: ({ found, corrected, added }: FleetRow['origins']) =>
    [
      found > 0 && `${found} found by a model`,
      corrected > 0 && `${corrected} corrected`,
      added > 0 && `${added} added by a person`,
    ]
      .filter(Boolean)
      .join(' · '),
  pdf: 'PDF report',
  makingPdf: 'Making the report…',
  back: 'All inspections',
  explain: {
    notAnalysed: 'Nobody has analysed this vehicle. Nothing is known about its damage.',
    waiting: 'The analysis has not begun yet.',
    running: 'The photos are being analysed.',
    failed: 'The analysis did not finish. Nothing is known about this vehicle yet.',
  },
  vehicle: 'Vehicle',
  damage: 'Damage',
  photos: 'Photos',
  noPhotos: 'No photos.',
  details: 'Details',
  facts: {
    plate: 'Plate',
    vin: 'VIN',
    mileage: 'Mileage',
    color: 'Color',
    inspector: 'Inspector',
    created: 'Received',
    id: 'Inspection',
    earlier: 'Earlier inspection',
  },
  openEarlier: 'Open it',
  openPhoto: (title: string) => `Open photo: ${title}`,
  close: 'Close',
  origins: {
    confirmed: 'Confirmed by a person',
    addedByYou: 'Added by a person',
    foundByModel: 'Found by a model',
    correctedByYou: 'Corrected by a person',
    correctedFrom: (detected: string) => `Corrected by a person, detected as ${detected}`,
    ifConfirmed: (price: string) => `${price} if it is confirmed`,
    review: (reason: string) => `Not in the price: ${reason}.`,
  },
};
export type FleetMessages = typeof en;

const compter = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('fr-FR')}\u00a0${number < 2 ? one : many}`;

const fr: FleetMessages = {
  title: 'Parc',
  signIn: {
    title: 'Siège',
    intro: 'Toutes les inspections de votre organisation, en lecture seule.',
    token: 'Jeton d’API',
    note: 'Il reste dans cet onglet et n’est envoyé qu’à ce service. «\u202fkerbside token\u202f» en crée un.',
    submit: 'Se connecter',
    rejected: 'Le service refuse ce jeton, ou il a expiré.',
  },
  signOut: 'Quitter',
  sinceYesterday: 'Depuis hier',
  newInspections: (number) => compter(number, 'nouvelle inspection', 'nouvelles inspections'),
  damaged: (number) => `${number.toLocaleString('fr-FR')}\u00a0avec dommages`,
  nothingNew: 'Aucune nouvelle inspection',
  filters: 'Filtres',
  search: 'Véhicule, plaque, VIN, inspecteur',
  outcome: 'État',
  severity: 'Gravité',
  date: 'Date',
  all: 'Tout',
  outcomes: {
    damaged: 'Endommagé',
    nothingFound: 'Rien trouvé, non vérifié',
    clean: 'Aucun dommage',
    open: 'Pas encore analysé',
    failed: 'Échec de l’analyse',
  },
  atLeast: (severity) => `${severity} ou pire`,
  dates: { yesterday: 'Depuis hier', week: '7 derniers jours', month: '30 derniers jours' },
  shown: (shown, total) =>
    shown === total ? compter(total, 'inspection') : `${shown} sur ${compter(total, 'inspection')}`,
  more: 'Afficher les inspections plus anciennes',
  loading: 'Chargement…',
  none: 'Aucune inspection ne correspond à ces filtres.',
  empty: 'Ce service n’a pas encore d’inspection.',
  isNew: 'Nouveau',
  from: (sum) => `à partir de ${sum}`,
  inspector: (name) => `Par ${name}`,
  originCounts: ({ found, corrected, added }) =>
    [
      found > 0 && compter(found, 'trouvé par un modèle', 'trouvés par un modèle'),
      corrected > 0 && compter(corrected, 'corrigé'),
      added > 0 && compter(added, 'ajouté par une personne', 'ajoutés par une personne'),
    ]
      .filter(Boolean)
      .join(' · '),
  pdf: 'Rapport PDF',
  makingPdf: 'Création du rapport…',
  back: 'Toutes les inspections',
  explain: {
    notAnalysed: 'Personne n’a analysé ce véhicule. On ne sait rien de ses dommages.',
    waiting: 'L’analyse n’a pas encore commencé.',
    running: 'Les photos sont en cours d’analyse.',
    failed: 'L’analyse n’a pas abouti. On ne sait encore rien de ce véhicule.',
  },
  vehicle: 'Véhicule',
  damage: 'Dommages',
  photos: 'Photos',
  noPhotos: 'Aucune photo.',
  details: 'Détails',
  facts: {
    plate: 'Plaque',
    vin: 'VIN',
    mileage: 'Kilométrage',
    color: 'Couleur',
    inspector: 'Inspecteur',
    created: 'Reçue',
    id: 'Inspection',
    earlier: 'Inspection précédente',
  },
  openEarlier: 'L’ouvrir',
  openPhoto: (title) => `Ouvrir la photo\u00a0: ${title}`,
  close: 'Fermer',
  origins: {
    confirmed: 'Confirmé par une personne',
    addedByYou: 'Ajouté par une personne',
    foundByModel: 'Trouvé par un modèle',
    correctedByYou: 'Corrigé par une personne',
    correctedFrom: (detected) => `Corrigé par une personne, détecté comme ${detected}`,
    ifConfirmed: (price) => `${price} s’il est confirmé`,
    review: (reason) => `Hors du prix\u00a0: ${reason}.`,
  },
};

export const fleetMessagesIn = (language: ElementLanguage): FleetMessages => (language === 'fr' ? fr : en);
