// Public profile for the account menu: the rendered or stored one at once, then the server's.

import { useSearchParams } from '@remix-run/react'
import { useEffect } from 'react'
import { type PublicProfile, isProfile } from '../visitor/client-state'
import { useSite } from '../site/site'
import { putProfile, useStoredProfile } from '../visitor/profile-store'
import { readTurnedAway } from '../visitor/turning-away'
import { useTurnAway } from '../components/use-turn-away'

/** Public profile of the user; null until loaded, or when the stored profile belongs to another account. */
export function useProfile(userId: number): PublicProfile | null {
  const { language, profile: drawn } = useSite()
  const turnAway = useTurnAway()
  const profile = useStoredProfile(drawn)
  // Reload after saving a setting, since the name or picture may have changed.
  const [search] = useSearchParams()
  const saved = search.get('saved')
  useEffect(() => {
    const asking = new AbortController()
    void askProfile(language, asking.signal).then((answer) => {
      const turned = readTurnedAway(answer)
      if (turned) turnAway(turned)
      else if (isProfile(answer)) putProfile(answer)
    })
    return () => asking.abort()
  }, [userId, language, saved, turnAway])
  return profile?.id === userId ? profile : null
}

/** Profile, or a refusal of /api; null without an answer, which other requests report. */
async function askProfile(language: string, signal: AbortSignal): Promise<unknown> {
  try {
    const response = await fetch(`/api/user/info?lang=${language}`, { signal })
    const answer: unknown = await response.json()
    return readTurnedAway(answer) ?? messageOf(answer)
  } catch {
    return null
  }
}

const messageOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : null
