import { test } from 'vitest'

/** The exhaustive forms of tests, for a release: every screen in every look. Without it each claim is proven once, in looks that take turns. */
export const LONG = process.env['LONG'] === '1'

/** All forms of a story in a release run; else one form, chosen by the story's name so that neighbours differ. */
export function inTurn<Form>(story: string, forms: readonly Form[]): readonly Form[] {
  const turn = [...story].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % forms.length
  return LONG ? forms : forms.slice(turn, turn + 1)
}

/** All forms in a release run; else the first. */
export const firstOf = <Form>(forms: readonly Form[]): readonly Form[] => (LONG ? forms : forms.slice(0, 1))

/** A detail whose claim a shorter story makes as well: proven for a release. */
export const longTest = test.runIf(LONG)
