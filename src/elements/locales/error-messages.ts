import type { ErrorCode } from '../../errors.ts';
import type { ElementLanguage } from './language.ts';

/** Each says what happened, and what the user can do. */
const FRENCH: Record<ErrorCode, string> = {
  invalid_input: 'Une valeur n’est pas acceptée. Corrigez-la et réessayez.',
  not_found: 'Introuvable sur cet appareil, ou supprimé.',
  conflict: 'Déjà sur cet appareil, ou modifié dans un autre onglet. Réessayez.',
  task_unknown: 'Cette inspection n’a pas cette tâche. Créez une inspection qui la contient.',
  task_started: 'L’analyse a commencé. Vous ne pouvez plus changer ses photos.',
  task_transition: 'La tâche ne peut pas passer à cet état maintenant.',
  task_failed: 'L’analyse a échoué. Relancez-la.',
  photo_invalid: 'Ce fichier n’est pas une photo lisible. Reprenez la photo ou choisissez-en une autre.',
  photo_too_large: 'La photo est trop grande. Réduisez la résolution de l’appareil photo.',
  photo_unavailable: 'La photo n’est pas disponible ici. Réessayez avec du réseau.',
  photo_damaged: 'La photo enregistrée est corrompue. Reprenez-la.',
  unsent_changes:
    'Des modifications n’ont pas encore été envoyées. Envoyez ou exportez d’abord l’inspection.',
  code_unavailable:
    'Une partie de l’application n’a pas pu être téléchargée. Réessayez avec du réseau, ou rechargez la page.',
  model_unavailable: 'Un modèle n’a pas pu être téléchargé. Réessayez avec du réseau.',
  model_invalid: 'Un fichier de modèle n’est pas celui attendu. Rechargez la page.',
  engine_failed: 'Le moteur d’analyse a échoué. Relancez l’analyse.',
  worker_lost:
    'Une partie de l’application s’est arrêtée, ou n’est pas enregistrée pour le hors-ligne. Réessayez, si besoin avec du réseau.',
  unauthorized: 'Votre connexion a expiré. Connectez-vous à nouveau.',
  wrong_user: 'Vous êtes connecté avec un autre compte. Connectez-vous avec celui qui a fait l’inspection.',
  token_failed:
    'L’application n’a pas pu vous connecter. Mettez-la à jour, rechargez-la ou contactez son support.',
  forbidden: 'Vous n’avez pas le droit de faire cela.',
  rate_limited: 'Trop de demandes. Patientez un instant.',
  remote_refused: 'Le service a refusé la demande.',
  remote_unavailable: 'Le service ne répond pas. Rien n’est perdu. Réessayez plus tard.',
  remote_invalid: 'Ce n’est pas le service qui a répondu. Vérifiez le réseau (portail Wi-Fi ?).',
  report_not_ready: 'Le rapport n’est pas encore prêt.',
  report_failed: 'Le rapport n’a pas pu être créé. Réessayez.',
  storage_full: 'L’appareil n’a plus de place. Libérez-en, ou envoyez puis retirez des inspections.',
  storage_unavailable: 'Le stockage du navigateur ne répond pas. Rechargez la page.',
  storage_outdated: 'Un autre onglet utilise une version plus récente. Rechargez la page.',
  unsupported: 'Ce navigateur ou cette page ne le permet pas.',
  aborted: 'L’opération a été interrompue.',
  timeout: 'Pas de réponse à temps. Réessayez.',
  closed: 'L’application a été fermée. Rechargez la page.',
};

/**
 * Returns user-visible messages by error code. English has none: the message of the error itself is English, and more
 * precise.
 *
 * @example
 * const text = errorMessagesIn(language)[error.code] ?? error.message;
 */
export function errorMessagesIn(language: ElementLanguage): Partial<Record<ErrorCode, string>> {
  return language === 'fr' ? FRENCH : {};
}
