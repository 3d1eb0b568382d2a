import type { CorrectDamage, Damage, Kerbside } from 'kerbside';

type Damages = Pick<Kerbside['damages'], 'confirmOne' | 'correctOne' | 'deleteOne'>;

/** A decision about a damage, and how to take it back. */
interface Decision {
  /** Id of the damage after the decision. */
  damageId: string;
  /** Resolves to the id of the damage after that. */
  undo(): Promise<string>;
}

/** The user's decisions about the damages of one inspection, in order. */
export class ReviewActions {
  readonly #damages: Damages;
  readonly #inspectionId: string;
  readonly #decisions: Decision[] = [];

  constructor(damages: Damages, inspectionId: string) {
    this.#damages = damages;
    this.#inspectionId = inspectionId;
  }

  get canUndo(): boolean {
    return this.#decisions.length > 0;
  }

  async confirm({ id, confirmedAt }: Damage): Promise<void> {
    if (confirmedAt) return;
    await this.#damages.confirmOne(this.#inspectionId, id);
    this.#decisions.push({
      damageId: id,
      undo: async () => {
        await this.#damages.confirmOne(this.#inspectionId, id, false);
        return id;
      },
    });
  }

  /** @returns the id of the corrected damage. */
  async change({ id, damageType, partType }: Damage, input: CorrectDamage): Promise<string> {
    const { result } = await this.#damages.correctOne(this.#inspectionId, id, input);
    this.#decisions.push({
      damageId: result,
      undo: async () =>
        (await this.#damages.correctOne(this.#inspectionId, result, { damageType, partType })).result,
    });
    return result;
  }

  async dismiss({ id }: Damage): Promise<void> {
    await this.#damages.deleteOne(this.#inspectionId, id);
    this.#decisions.push({
      damageId: id,
      undo: async () => (await this.#damages.correctOne(this.#inspectionId, id, {})).result,
    });
  }

  /**
   * Takes the last decision back.
   *
   * @returns the damage that it was about: its id in the list, and its id now.
   */
  async undo(): Promise<{ damageId: string; restoredId: string } | undefined> {
    const decision = this.#decisions.pop();
    if (!decision) return undefined;
    return { damageId: decision.damageId, restoredId: await decision.undo() };
  }
}
