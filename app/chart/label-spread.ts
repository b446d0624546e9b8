// Positions of labels beside lines: labels of near lines are spread apart, evenly about their lines. Pure.

/** Labels that touch, as one: their order and the height of the first. */
interface Block {
  readonly members: readonly number[]
  readonly first: number
}

/**
 * Heights (px) of labels for lines at heights `ys`, in the same order, at least `gap` apart. Labels of lines within `height` stay within it if
 * it has room; labels of lines beyond it stay at their lines.
 */
export function spreadLabels(
  ys: readonly number[],
  { height, gap }: { readonly height: number; readonly gap: number },
): readonly number[] {
  const shown = ys
    .flatMap((y, index) => (y >= 0 && y <= height ? [{ y, index }] : []))
    .sort((one, other) => one.y - other.y)
  let blocks: Block[] = []
  for (const { index } of shown) {
    let block = blockOf([index])
    for (let above = blocks.at(-1); above && endOf(above) > block.first; above = blocks.at(-1)) {
      blocks = blocks.slice(0, -1)
      block = blockOf([...above.members, ...block.members])
    }
    blocks.push(block)
  }
  const placed = [...ys]
  for (const { members, first } of blocks)
    for (const [place, index] of members.entries()) placed[index] = first + place * gap
  return placed

  /** Its labels lie as close to their lines as possible. */
  function blockOf(members: readonly number[]): Block {
    let sum = 0
    for (const [place, index] of members.entries()) sum += (ys[index] ?? 0) - place * gap
    const last = height - gap / 2 - (members.length - 1) * gap
    return { members, first: Math.max(gap / 2, Math.min(last, sum / members.length)) }
  }

  function endOf({ members, first }: Block): number {
    return first + members.length * gap
  }
}
