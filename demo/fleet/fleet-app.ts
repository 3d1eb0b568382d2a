import { type ElementLanguage, namesIn } from 'kerbside/elements';
import { LitElement, type PropertyDeclarations } from 'lit';
import type { App } from '../app.ts';
import { messagesIn } from '../locales/language.ts';
import type { FleetClient } from './fleet-client.ts';
import { type FleetMessages, fleetMessagesIn } from './messages.ts';

/** The client and the texts that every element of the fleet page gets. The texts are the app's, in the third person. */
export interface FleetApp extends Pick<App, 'language' | 'messages' | 'names'> {
  client: FleetClient;
  fleet: FleetMessages;
}

export function createFleetApp(client: FleetClient, language: ElementLanguage): FleetApp {
  const messages = messagesIn(language);
  const fleet = fleetMessagesIn(language);
  return {
    client,
    language,
    names: namesIn(language),
    fleet,
    messages: { ...messages, results: { ...messages.results, ...fleet.origins } },
  };
}

/** Base class of the fleet page's elements. They render without a shadow root, as the app's do. */
export abstract class FleetElement extends LitElement {
  static override properties: PropertyDeclarations = { app: { attribute: false } };

  declare app: FleetApp;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
