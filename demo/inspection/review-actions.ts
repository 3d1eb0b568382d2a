import type { CorrectDamage, Damage, Kerbside } from 'kerbside';

type Damages = Pick<Kerbside['damages'], 'confirmOne' | 'correctOne' | 'deleteOne'>;

/** A decision about a damage, and how to take it back. A correction gives a damage a new id. */
interface Decision {
  /** Id of the damage before the decision. */
  before: string;
  /** Id of the damage after the decision. */
  after: string;
  /** Takes the decision back. Resolves to the id of the damage after that. */
  undo(damageId: string): Promise<string>;
}

/** The user's decisions about the damages of one inspection, in order. */
export class ReviewActions {
  readonly #damages: Damages;
  readonly #inspectionId: string;
  #decisions: Decision[] = [];

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
      before: id,
      after: id,
      undo: async (damageId) => {
        await this.#damages.confirmOne(this.#inspectionId, damageId, false);
        return damageId;
      },
    });
  }

  /** @returns the id of the corrected damage. */
  async change({ id, damageType, partType }: Damage, input: CorrectDamage): Promise<string> {
    const after = await this.#correct(id, input);
    const undo = (damageId: string) => this.#correct(damageId, { damageType, partType });
    this.#decisions.push({ before: id, after, undo });
    return after;
  }

  async dismiss({ id }: Damage): Promise<void> {
    await this.#damages.deleteOne(this.#inspectionId, id);
    this.#decisions.push({ before: id, after: id, undo: (damageId) => this.#correct(damageId, {}) });
  }

  /**
   * Takes the last decision back.
   *
   * @returns the damage that it was about: its id in the list, and its id now.
   */
  async undo(): Promise<{ damageId: string; restoredId: string } | undefined> {
    const decision = this.#decisions.pop();
    if (!decision) return undefined;
    const { before, after } = decision;
    const restoredId = await decision.undo(after);
    this.#decisions = this.#decisions.map((earlier) =>
      earlier.after === before ? { ...earlier, after: restoredId } : earlier,
    );
    return { damageId: after, restoredId };
  }

  async #correct(damageId: string, input: CorrectDamage): Promise<string> {
    return (await this.#damages.correctOne(this.#inspectionId, damageId, input)).result;
  }
}
