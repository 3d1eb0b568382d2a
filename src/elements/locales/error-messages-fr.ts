import type { ErrorCode } from '../../errors.ts';

/** What happened, and what a person can do about it, for each error of the library. */
export const errorsFr: Record<ErrorCode, string> = {
  invalid_input: 'Une valeur n’est pas acceptée. Corrigez-la et réessayez.',
  not_found: 'Introuvable sur cet appareil, ou supprimé.',
  conflict: 'Déjà sur cet appareil, ou modifié entre-temps dans un autre onglet. Réessayez.',
  task_unknown: 'Cette tâche n’a pas été prévue à la création de l’inspection.',
  task_started: 'L’analyse a commencé : ses photos ne peuvent plus changer.',
  task_transition: 'La tâche ne peut pas passer à cet état maintenant.',
  task_failed: 'L’analyse a échoué. Relancez-la.',
  photo_invalid: 'Ce fichier n’est pas une photo lisible. Reprenez la photo ou choisissez-en une autre.',
  photo_too_large: 'La photo est trop grande. Réduisez la résolution de l’appareil photo.',
  photo_unavailable: 'La photo n’est pas disponible ici. Réessayez avec du réseau.',
  photo_damaged: 'La photo enregistrée est endommagée. Reprenez-la.',
  unsent_changes:
    'Des modifications n’ont pas encore été envoyées. Envoyez ou exportez d’abord l’inspection.',
  model_unavailable:
    'Un modèle ou une partie de l’application n’a pas pu être téléchargé. Réessayez avec du réseau, ou rechargez la page.',
  model_invalid: 'Un fichier de modèle n’est pas celui attendu. Rechargez la page.',
  engine_failed: 'Le moteur d’analyse a échoué. Relancez l’analyse.',
  worker_lost: 'Le navigateur a interrompu l’analyse. Relancez-la.',
  unauthorized: 'Le service demande de se connecter à nouveau.',
  wrong_user: 'Une autre personne est connectée. Reconnectez-vous sous le nom de qui a fait l’inspection.',
  forbidden: 'Vous n’avez pas le droit de faire cela.',
  rate_limited: 'Trop de demandes. Patientez un instant.',
  remote_refused: 'Le service a refusé la demande.',
  remote_unavailable: 'Le service ne répond pas. Réessayez plus tard ; rien n’est perdu.',
  remote_invalid: 'Ce n’est pas le service qui a répondu. Vérifiez le réseau (portail Wi-Fi ?).',
  report_not_ready: 'Le rapport n’est pas encore prêt.',
  report_failed: 'Le rapport n’a pas pu être créé. Réessayez.',
  storage_full: 'L’appareil n’a plus de place. Libérez-en, ou envoyez puis retirez des inspections.',
  storage_unavailable: 'La mémoire du navigateur ne répond pas. Rechargez la page.',
  storage_outdated: 'Un autre onglet utilise une version plus récente. Rechargez la page.',
  unsupported: 'Ce navigateur ou cette page ne le permet pas.',
  aborted: 'L’opération a été interrompue.',
  timeout: 'Pas de réponse à temps. Réessayez.',
  closed: 'La page se ferme. Rechargez-la.',
};
