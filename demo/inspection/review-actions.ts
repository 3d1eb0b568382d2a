import type { CorrectDamage, Damage, Kerbside } from 'kerbside';

type Damages = Pick<Kerbside['damages'], 'confirmOne' | 'correctOne' | 'deleteOne' | 'restoreOne'>;

/** A decision about a damage, and how to take it back. */
interface Decision {
  /** Id of the damage before the decision. */
  damageId: string;
  /** Id of the damage after the decision: a correction gives it a new one. */
  decidedId: string;
  undo(): Promise<unknown>;
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
    const undo = () => this.#damages.confirmOne(this.#inspectionId, id, false);
    this.#decisions.push({ damageId: id, decidedId: id, undo });
  }

  /** @returns the id of the corrected damage. */
  async change({ id }: Damage, input: CorrectDamage): Promise<string> {
    const { result: correctedId } = await this.#damages.correctOne(this.#inspectionId, id, input);
    const undo = () => this.#damages.restoreOne(this.#inspectionId, id, correctedId);
    this.#decisions.push({ damageId: id, decidedId: correctedId, undo });
    return correctedId;
  }

  async dismiss({ id }: Damage): Promise<void> {
    await this.#damages.deleteOne(this.#inspectionId, id);
    const undo = () => this.#damages.restoreOne(this.#inspectionId, id);
    this.#decisions.push({ damageId: id, decidedId: id, undo });
  }

  /**
   * Takes the last decision back. The damage is again what it was before.
   *
   * @returns the id of the damage in the list, and its id now.
   */
  async undo(): Promise<{ damageId: string; restoredId: string } | undefined> {
    const decision = this.#decisions.pop();
    if (!decision) return undefined;
    await decision.undo().catch((error: unknown) => {
      this.#decisions.push(decision);
      throw error;
    });
    return { damageId: decision.decidedId, restoredId: decision.damageId };
  }
}
