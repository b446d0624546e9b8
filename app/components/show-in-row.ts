// The chosen one of a row that scrolls sideways is brought into sight when it becomes the chosen one. The page itself does not move.

export function showInRow(chosen: HTMLElement | null): void {
  const row = chosen?.closest('.overflow-x-auto')
  if (!chosen || !row || row.scrollWidth <= row.clientWidth) return
  const [item, seen] = [chosen.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += item.left - seen.left - (seen.width - item.width) / 2
}
