// The page of what one has with a product: its rows by pages, or the way to the product while there are none.

import type { ReactNode } from 'react'
import { ButtonLink } from './button'
import { Empty } from './empty'
import { HiddenAmounts } from './hidden-amounts'
import { ListFoot } from './list-foot'
import { PageHeader } from './page-header'

interface OwnListProps {
  readonly title: string
  /** The product, by its address and name. */
  readonly product: { readonly to: string; readonly words: string }
  readonly none: string
  readonly isHidden: boolean
  readonly page: number
  readonly total: number
  /** The rows of this page; nothing when there are none. */
  readonly children: ReactNode
}

export function OwnList({ title, product, none, isHidden, page, total, children }: OwnListProps) {
  return (
    <HiddenAmounts isHidden={isHidden}>
      <div className="lg:px-5">
        <PageHeader title={title} backTo={product.to} />
        <section className="panel mx-3 overflow-hidden lg:mx-0">
          {children || (
            <Empty icon="orders" action={<ButtonLink to={product.to}>{product.words}</ButtonLink>}>
              {none}
            </Empty>
          )}
        </section>
        <div className="px-4 lg:px-0">
          <ListFoot page={page} total={total} />
        </div>
      </div>
    </HiddenAmounts>
  )
}
