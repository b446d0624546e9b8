// How a review and its user are named wherever they stand in a list.

import { Link } from '@remix-run/react'
import type { ReviewState as State } from '#domain/desk/review'
import { Badge, type BadgeTone } from '../components/badge'
import { useWords } from '../text/words'

const TONES: Readonly<Record<State, BadgeTone>> = {
  open: 'brand',
  claimed: 'selected',
  seconding: 'selected',
  approved: 'good',
  rejected: 'bad',
  cancelled: 'plain',
}

export function ReviewState({ state }: { state: State }) {
  const say = useWords('desk')
  return <Badge tone={TONES[state]}>{say(`state_${state}`)}</Badge>
}

export const UserLink = ({ id, name }: { id: number; name: string | null }) => (
  <Link to={`/admin/users/${id}`} className="break-all text-selected-text">
    {name ?? id}
  </Link>
)
