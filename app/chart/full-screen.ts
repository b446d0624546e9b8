// Full-screen chart: the Fullscreen API if available, otherwise the panel covers the page. Escape leaves.

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
    // Granted after the chart was already closed: leave, otherwise the panel would stay full screen.
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
