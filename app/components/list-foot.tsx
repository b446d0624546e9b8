// Under a long list: its pages for those without scripts, and whose clock its times are of.

import { Link, useSearchParams } from '@remix-run/react'
import { zoneWords } from '../text/dates'
import { useWords } from '../text/words'
import { useAlive } from './alive'
import { Pager } from './pager'
import { useSite } from '../site'

export function ListFoot({ page, total }: { readonly page: number; readonly total: number }) {
  const say = useWords('wallet')
  const sayShell = useWords('shell')
  const { offset } = useSite()
  const isAlive = useAlive()
  const [search] = useSearchParams()
  const newest = new URLSearchParams([...search].filter(([name]) => name !== 'page'))
  return (
    <>
      {isAlive ? (
        page > 1 && (
          <p className="p-3 text-center text-sm">
            <Link to={`?${newest.toString()}`} className="text-selected-text">
              {say('newest')}
            </Link>
          </p>
        )
      ) : (
        <Pager page={page} total={total} />
      )}
      <p className="py-3 text-xs text-muted">{sayShell('times_in', { zone: zoneWords(offset) })}</p>
    </>
  )
}
