// The page of what one has with a product: its rows by pages, or the way to the product while there are none.

import type { ReactNode } from 'react'
import { ButtonLink } from './button'
import { Empty } from './empty'
import { HiddenAmounts } from './hidden-amounts'
import type { IconName } from './icon'
import { ListFoot } from './list-foot'
import { PageHeader } from './page-header'
import { Tabs } from './tabs'

interface OwnListProps {
  readonly title: string
  /** The product, by its address and name. */
  readonly product: { readonly to: string; readonly words: string }
  /** Where the arrow beside the title leads, if not to the product. */
  readonly backTo?: string
  /** What can be done with the whole list. */
  readonly end?: ReactNode
  /** Its views, each at an address of its own. */
  readonly views?: readonly View[]
  readonly none: string
  readonly noneIcon?: IconName
  readonly isHidden: boolean
  /** Absent where these rows are all, or draw their own foot. */
  readonly page?: number
  readonly total?: number
  /** The rows of this page; nothing when there are none. */
  readonly children: ReactNode
}

interface View {
  readonly name: string
  readonly words: string
  readonly isSelected: boolean
}

export function OwnList({ title, product, backTo = product.to, end, views, page, total, ...list }: OwnListProps) {
  const { none, noneIcon = 'orders', isHidden, children } = list
  return (
    <HiddenAmounts isHidden={isHidden}>
      <div className="lg:px-5">
        <PageHeader title={title} backTo={backTo} end={end} />
        <section className="panel mx-3 overflow-hidden lg:mx-0">
          {views && <Tabs label={title} tabs={views.map(({ name, ...view }) => ({ to: `?list=${name}`, ...view }))} />}
          {children || (
            <Empty icon={noneIcon} action={<ButtonLink to={product.to}>{product.words}</ButtonLink>}>
              {none}
            </Empty>
          )}
        </section>
        {page !== undefined && total !== undefined && (
          <div className="px-4 lg:px-0">
            <ListFoot page={page} total={total} />
          </div>
        )}
      </div>
    </HiddenAmounts>
  )
}
