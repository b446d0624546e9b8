// Unplayable sound and video (spec §8, "audio file error"): reported by a toast for every player.

export type BrokenPlayer = 'audio_error' | 'video_error'

const NAMES: Readonly<Record<string, BrokenPlayer>> = { AUDIO: 'audio_error', VIDEO: 'video_error' }

/** Calls `say` for each media element that fails. Media `error` events do not bubble, so the listener captures. */
export function watchBrokenPlayers(page: EventTarget, report: (what: BrokenPlayer) => void): () => void {
  const listener = ({ target }: Event) => {
    const name = target && 'tagName' in target ? NAMES[String(target.tagName)] : undefined
    if (name) report(name)
  }
  page.addEventListener('error', listener, { capture: true })
  return () => page.removeEventListener('error', listener, { capture: true })
}
