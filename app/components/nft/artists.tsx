// Artists of the NFT market side by side.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useNumbers } from '../../text/numbers'
import { Avatar } from '../avatar'

interface ArtistListProps {
  readonly artists: readonly {
    readonly id: number
    readonly nickname: string
    readonly portrait: string
    readonly works: number
  }[]
  readonly level?: 2 | 3
}

export function ArtistList({ artists, level = 2 }: ArtistListProps) {
  const { t } = useTranslation('nft')
  const numbers = useNumbers()
  const Heading = `h${level}` as const
  return (
    <ul className="grid gap-3 px-3 sm:grid-cols-2 lg:px-0 xl:grid-cols-4">
      {artists.map(({ id, nickname, portrait, works }) => (
        <li key={id} className="panel relative flex min-w-0 items-center gap-3 p-4">
          <Avatar name={nickname} src={portrait} size="lg" />
          <div className="min-w-0">
            <Heading className="font-semibold break-words">
              <Link to={`/nft/artists/${id}`} className="after:absolute after:inset-0 hover:underline">
                {nickname}
              </Link>
            </Heading>
            <p className="text-sm text-muted">
              {t('artworks')} · {numbers.count(works)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
