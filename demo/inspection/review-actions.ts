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

/** The user's decisions about the damages of one inspection, in order. While one is stored, another one is ignored. */
export class ReviewActions {
  readonly #damages: Damages;
  readonly #inspectionId: string;
  readonly #decisions: Decision[] = [];
  #isStoring = false;

  constructor(damages: Damages, inspectionId: string) {
    this.#damages = damages;
    this.#inspectionId = inspectionId;
  }

  get canUndo(): boolean {
    return this.#decisions.length > 0;
  }

  /** @returns the id of the damage, or undefined if the call is ignored. */
  confirm({ id, confirmedAt }: Damage): Promise<string | undefined> {
    return this.#store(async () => {
      if (confirmedAt) return id;
      await this.#damages.confirmOne(this.#inspectionId, id);
      const undo = () => this.#damages.confirmOne(this.#inspectionId, id, false);
      this.#decisions.push({ damageId: id, decidedId: id, undo });
      return id;
    });
  }

  /** @returns the id of the corrected damage, or undefined if the call is ignored. */
  change({ id }: Damage, input: CorrectDamage): Promise<string | undefined> {
    return this.#store(async () => {
      const { result: correctedId } = await this.#damages.correctOne(this.#inspectionId, id, input);
      const undo = () => this.#damages.restoreOne(this.#inspectionId, id, correctedId);
      this.#decisions.push({ damageId: id, decidedId: correctedId, undo });
      return correctedId;
    });
  }

  /** @returns the id of the damage, or undefined if the call is ignored. */
  dismiss({ id }: Damage): Promise<string | undefined> {
    return this.#store(async () => {
      await this.#damages.deleteOne(this.#inspectionId, id);
      const undo = () => this.#damages.restoreOne(this.#inspectionId, id);
      this.#decisions.push({ damageId: id, decidedId: id, undo });
      return id;
    });
  }

  /**
   * Takes the last decision back. The damage is again what it was before.
   *
   * @returns the id of the damage in the list, and its id now. Undefined if there is no decision, or if the call is ignored.
   */
  undo(): Promise<{ damageId: string; restoredId: string } | undefined> {
    return this.#store(async () => {
      const decision = this.#decisions.at(-1);
      if (!decision) return undefined;
      await decision.undo();
      this.#decisions.pop();
      return { damageId: decision.decidedId, restoredId: decision.damageId };
    });
  }

  /** A second tap comes before the page shows the result of the first. It is not meant for the next damage. */
  async #store<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#isStoring) return undefined;
    this.#isStoring = true;
    try {
      return await work();
    } finally {
      this.#isStoring = false;
    }
  }
}
