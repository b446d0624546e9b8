// Page of the visitor's own rows of a product, or an empty state with a link to the product. For a `featurePage`, which
// hides the amounts.

import type { ReactNode } from 'react'
import { ButtonLink } from './button'
import { Empty } from './empty'
import type { IconName } from './icon'
import { PageHeader } from './page-header'
import { Tabs } from './tabs'
import { TimeZoneNote } from './time-zone-note'

interface OwnListProps {
  readonly title: string
  /** Product page and name. */
  readonly product: { readonly to: string; readonly words: string }
  /** Back link target, if not the product page. */
  readonly backTo?: string
  /** Tabs of the same list of other products, above the list. */
  readonly links?: ReactNode
  /** List actions. */
  readonly end?: ReactNode
  /** View tabs, each with its own URL. */
  readonly views?: readonly View[]
  /** Filter and bulk actions above the rows. */
  readonly head?: ReactNode
  readonly none: string
  readonly noneIcon?: IconName
  /** Empty when the list has no rows. */
  readonly children: ReactNode
}

interface View {
  readonly name: string
  /** URL, if not that of the name alone. */
  readonly to?: string
  readonly words: string
  readonly isSelected: boolean
}

export function OwnList({ title, product, backTo = product.to, links, end, views, ...list }: OwnListProps) {
  const { head, none, noneIcon = 'orders', children } = list
  return (
    <div className="lg:px-5">
      <PageHeader title={title} backTo={backTo} end={end} />
      {links && <div className="px-3 lg:px-0">{links}</div>}
      <div className="panel mx-3 overflow-hidden lg:mx-0">
        {views && <Tabs label={title} tabs={views.map(({ name, ...view }) => ({ to: `?list=${name}`, ...view }))} />}
        {head}
        {children || (
          <Empty icon={noneIcon} action={<ButtonLink to={product.to}>{product.words}</ButtonLink>}>
            {none}
          </Empty>
        )}
      </div>
      <div className="px-4 lg:px-0">
        <TimeZoneNote />
      </div>
    </div>
  )
}
