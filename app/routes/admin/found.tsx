// People and reviews that match the text of the desk's search, while typing.

import { Link, useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReviewState as State } from '#domain/desk/review'
import { ReviewState } from '../../admin/review-parts'
import type { WordKey } from '../../../locales/key'
import type { loader } from '../admin_.find'

/** Search delay (ms) after the last keystroke. */
const PAUSE_MS = 250

export interface FoundReview {
  readonly id: number
  readonly kind: string
  readonly state: State
  readonly userName: string
}

export interface FoundPerson {
  readonly id: number
  readonly name: string
  readonly email: string | null
}

interface Found {
  readonly people: readonly FoundPerson[]
  readonly reviews: readonly FoundReview[]
}

const NOTHING: Found = { people: [], reviews: [] }

/** Nothing until the answer about this very text has arrived. */
export function useFound(text: string): Found {
  const { load, data } = useFetcher<typeof loader>()
  const wanted = text.trim()
  useEffect(() => {
    if (wanted === '') return
    const timer = setTimeout(() => load(`/admin/find?${new URLSearchParams({ text: wanted }).toString()}`), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted, load])
  return wanted !== '' && data?.text === wanted ? data : NOTHING
}

export function FoundPersonLink({ person: { id, name, email } }: { readonly person: FoundPerson }) {
  return (
    <li>
      <Link
        to={`/admin/users/${id}`}
        className="flex min-h-11 flex-wrap items-center gap-x-2 rounded-lg px-3 py-1.5 text-sm hover:bg-raised"
      >
        <span translate="no" className="min-w-0 truncate font-medium">
          {name || email || id}
        </span>
        <span className="text-xs text-muted">{`#${id}`}</span>
        {email && (
          <span translate="no" className="min-w-0 basis-full truncate text-xs text-muted">
            {email}
          </span>
        )}
      </Link>
    </li>
  )
}

export function FoundReviewLink({ review: { id, kind, state, userName } }: { readonly review: FoundReview }) {
  const { t } = useTranslation('desk')
  return (
    <li>
      <Link
        to={`/admin/reviews/${id}`}
        className="flex min-h-11 flex-wrap items-center gap-x-2 rounded-lg px-3 py-1.5 text-sm text-muted hover:bg-raised hover:text-ink"
      >
        <span>
          {t(`kind_${kind}` as WordKey<'desk'>)} {`#${id}`}
        </span>
        <ReviewState state={state} />
        <span translate="no" className="min-w-0 basis-full truncate text-xs">
          {userName}
        </span>
      </Link>
    </li>
  )
}
