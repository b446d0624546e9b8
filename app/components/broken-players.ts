// Sound and video that cannot be played (spec §8, "audio file error"): said wherever the player stands.

export type BrokenPlayer = 'audio_error' | 'video_error'

const NAMES: Readonly<Record<string, BrokenPlayer>> = { AUDIO: 'audio_error', VIDEO: 'video_error' }

/** The error of a player does not bubble, so it is heard on its way down. */
export function hearBrokenPlayers(page: EventTarget, say: (what: BrokenPlayer) => void): () => void {
  const hear = ({ target }: Event) => {
    const name = target && 'tagName' in target ? NAMES[String(target.tagName)] : undefined
    if (name) say(name)
  }
  page.addEventListener('error', hear, { capture: true })
  return () => page.removeEventListener('error', hear, { capture: true })
}
