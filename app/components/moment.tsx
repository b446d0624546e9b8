// Time in the visitor's time zone and language.

import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { clockWords, dateWords, instantWords, sinceWords } from '../text/dates'
import { useSite } from '../site/site'

interface MomentProps {
  readonly at: number
  /** "clock" leaves the date out, "minute" the seconds too. */
  readonly form?: 'full' | 'clock' | 'minute'
}

export function Moment({ at, form = 'full' }: MomentProps) {
  const site = useSite()
  return (
    <time dateTime={new Date(at).toISOString()} className="whitespace-nowrap">
      {form === 'full' ? instantWords(at, site) : clockWords(at, site.offset).slice(0, form === 'minute' ? 5 : 8)}
    </time>
  )
}

/** Relative time: "just now", "3 hours ago", or a date. The title is the exact time. Updates while displayed. */
const MINUTE_MS = 60_000

export function Ago({ at }: { at: number }) {
  const { t } = useTranslation('ui')
  const site = useSite()
  const now = useMinute()
  const since = sinceWords(at, now)
  return (
    <time dateTime={new Date(at).toISOString()} title={instantWords(at, site)} className="whitespace-nowrap">
      {since ? t(since.key, 'count' in since ? { count: since.count } : {}) : dateWords(at, site)}
    </time>
  )
}

/** Current minute, starting from the minute of the server render. */
export function useMinute(): number {
  const site = useSite()
  return useSyncExternalStore(everyMinute, thisMinute, () => minuteOf(site.drawnAt))
}

function everyMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, MINUTE_MS)
  return () => clearInterval(timer)
}

/** Current minute as a stable snapshot value: equal within the same minute. */
const thisMinute = (): number => minuteOf(Date.now())
const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS
