// The chart over everything: the browser's own full screen where there is one; else the panel covers the page. Escape ends both.

/** The answer ends it. */
export function coverPage(element: HTMLElement, onEnd: () => void): () => void {
  const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onEnd()
  const onChange = () => !document.fullscreenElement && onEnd()
  // Refused (a frame, a phone): covering the page is enough.
  element.requestFullscreen?.().catch(() => undefined)
  document.addEventListener('keydown', onKey)
  document.addEventListener('fullscreenchange', onChange)
  return () => {
    document.removeEventListener('keydown', onKey)
    document.removeEventListener('fullscreenchange', onChange)
    if (document.fullscreenElement) void document.exitFullscreen()
  }
}
