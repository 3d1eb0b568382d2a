import type { InstallPrompt } from 'kerbside/elements';

/**
 * Keeps the browser's offer to install the app until the user needs it. Browsers fire the event once, soon after the page has
 * loaded.
 *
 * @returns A function that returns the offer, if there is one.
 */
export function captureInstallPrompt(): () => InstallPrompt | undefined {
  let prompt: InstallPrompt | undefined;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // no banner of the browser
    prompt = event as Event & InstallPrompt;
  });
  addEventListener('appinstalled', () => {
    prompt = undefined;
  });
  return () => prompt;
}
