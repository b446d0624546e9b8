// Page of the visitor's own rows of a product: paged rows, or an empty state with a link to the product.

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
  /** Product page and name. */
  readonly product: { readonly to: string; readonly words: string }
  /** Back link target, if not the product page. */
  readonly backTo?: string
  /** List actions. */
  readonly end?: ReactNode
  /** View tabs, each with its own URL. */
  readonly views?: readonly View[]
  /** Filter and bulk actions above the rows. */
  readonly head?: ReactNode
  readonly none: string
  readonly noneIcon?: IconName
  readonly isHidden: boolean
  /** Absent for a single page, or when rows render their own footer. */
  readonly page?: number
  readonly total?: number
  /** Rows of this page; empty when the list has no rows. */
  readonly children: ReactNode
}

interface View {
  readonly name: string
  /** URL, if not that of the name alone. */
  readonly to?: string
  readonly words: string
  readonly isSelected: boolean
}

export function OwnList({ title, product, backTo = product.to, end, views, page, total, ...list }: OwnListProps) {
  const { head, none, noneIcon = 'orders', isHidden, children } = list
  return (
    <HiddenAmounts isHidden={isHidden}>
      <div className="lg:px-5">
        <PageHeader title={title} backTo={backTo} end={end} />
        <div className="panel mx-3 overflow-hidden lg:mx-0">
          {views && <Tabs label={title} tabs={views.map(({ name, ...view }) => ({ to: `?list=${name}`, ...view }))} />}
          {head}
          {children || (
            <Empty icon={noneIcon} action={<ButtonLink to={product.to}>{product.words}</ButtonLink>}>
              {none}
            </Empty>
          )}
        </div>
        {page !== undefined && total !== undefined && (
          <div className="px-4 lg:px-0">
            <ListFoot page={page} total={total} />
          </div>
        )}
      </div>
    </HiddenAmounts>
  )
}
