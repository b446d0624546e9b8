// An instant on a page, in the visitor's own offset and language.

import { clockWords, instantWords } from '../text/dates'
import { useSite } from '../site'

export function Moment({ at, form = 'full' }: { at: number; form?: 'full' | 'clock' }) {
  const site = useSite()
  return (
    <time dateTime={new Date(at).toISOString()} className="whitespace-nowrap">
      {form === 'clock' ? clockWords(at, site.offset) : instantWords(at, site)}
    </time>
  )
}
