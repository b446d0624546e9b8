// The visitor's arrangement of the screen, as the server drew it and as it is changed since; every change is kept at once.

import { useCallback, useEffect, useState } from 'react'
import { choiceCookie } from '../../choice-cookies'
import { DESK_COOKIE, type Desk, formatDesk } from '../../desk'

export function useDesk(drawn: Desk): readonly [Desk, (part: Partial<Desk>) => void] {
  const [first] = useState(drawn)
  const [desk, setDesk] = useState(first)
  const change = useCallback((part: Partial<Desk>) => setDesk((before) => ({ ...before, ...part })), [])
  useEffect(() => {
    if (desk !== first) document.cookie = choiceCookie(DESK_COOKIE, formatDesk(desk))
  }, [desk, first])
  return [desk, change]
}
