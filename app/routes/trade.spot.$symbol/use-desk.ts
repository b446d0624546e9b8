// The visitor's arrangement of the screen, as the server drew it and as it is changed since; every change is kept at once.

import { useState } from 'react'
import { DESK_COOKIE, type Desk, formatDesk } from '../../desk'

export function useDesk(drawn: Desk): readonly [Desk, (part: Partial<Desk>) => void] {
  const [desk, setDesk] = useState(drawn)
  const change = (part: Partial<Desk>) => {
    const next = { ...desk, ...part }
    setDesk(next)
    document.cookie = `${DESK_COOKIE}=${formatDesk(next)}; Path=/; Max-Age=31536000; SameSite=Lax`
  }
  return [desk, change]
}
