// Scrolls the selected item of a horizontal row into view without scrolling the page.

export function showInRow(chosen: HTMLElement | null): void {
  const row = chosen?.closest('.overflow-x-auto')
  if (!chosen || !row || row.scrollWidth <= row.clientWidth) return
  const [item, seen] = [chosen.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += item.left - seen.left - (seen.width - item.width) / 2
}
