// An instant in UTC, as the fields beside it take it: in the browser's own offset the two would say different times.

import { useSite } from '../site'
import { instantWords } from '../text/dates'

export function UtcMoment({ at }: { at: number }) {
  const { language } = useSite()
  return (
    <time dateTime={new Date(at).toISOString()} className="whitespace-nowrap">
      {instantWords(at, { language, offset: 0 })}
    </time>
  )
}
