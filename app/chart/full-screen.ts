// The chart over everything: the browser's own full screen where there is one; else the panel covers the page. Escape ends both.

/** The answer ends it. */
export function coverPage(element: HTMLElement, onEnd: () => void): () => void {
  const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onEnd()
  const onChange = () => !document.fullscreenElement && onEnd()
  let isOver = false
  const leave = () => {
    isOver = true
    if (document.fullscreenElement) void document.exitFullscreen()
  }
  element.requestFullscreen?.().then(
    // Given only after it was ended: the panel would fill the screen for good.
    () => isOver && leave(),
    // Refused (a frame, a phone): covering the page is enough.
    () => undefined,
  )
  document.addEventListener('keydown', onKey)
  document.addEventListener('fullscreenchange', onChange)
  return () => {
    document.removeEventListener('keydown', onKey)
    document.removeEventListener('fullscreenchange', onChange)
    leave()
  }
}
