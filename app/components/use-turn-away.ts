// Follows an answer of type 999 or 998 (spec §4): shows its message as a toast and redirects after 1200 ms.

import { useLocation, useNavigate } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'
import { toast } from './toast'
import { dropProfile } from '../visitor/profile-store'
import { LEAVE_AFTER_MS, type TurnedAway, pathAway } from '../visitor/turning-away'

/** Parallel requests may get the same answer; only the first is followed. */
let isLeaving = false

export function useTurnAway(): (turned: TurnedAway) => void {
  const navigate = useNavigate()
  const place = useLocation()
  const latest = useRef({ navigate, place })
  useEffect(() => {
    latest.current = { navigate, place }
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      timer.current = undefined
      isLeaving = false
    },
    [],
  )
  return useCallback((turned) => {
    if (isLeaving) return
    isLeaving = true
    if (turned.type === '999') dropProfile()
    toast(turned.message)
    timer.current = setTimeout(() => {
      timer.current = undefined
      isLeaving = false
      latest.current.navigate(pathAway(turned, latest.current.place), { replace: true })
    }, LEAVE_AFTER_MS)
  }, [])
}
