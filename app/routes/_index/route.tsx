// Home page: account, products, market movers, news.

import { type ShouldRevalidateFunctionArgs, useLoaderData } from '@remix-run/react'
import { useMotion } from '../../components/use-motion'
import { isViewChange } from '../../site/revalidation'
import { GuestCard, UserCard } from './account-card'
import { Announcement } from './announcement'
import type { loader } from './data.server'
import { MenuGrid } from './menu-grid'
import { Movers } from './movers'
import { NewsPanel } from './news-panel'
import { NoticeLine } from './notice-line'
import { Slides } from './slides'

export { action, loader } from './data.server'

export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs): boolean =>
  !isViewChange(change) && change.defaultShouldRevalidate

export default function Home() {
  const { pairs, quotes, lines, banners, news, announcement, menu, own, isHidden } = useLoaderData<typeof loader>()
  const motion = useMotion()
  const hasSlides = banners.length > 0
  return (
    <div className="grid gap-3 px-3 pt-3 lg:grid-cols-12 lg:gap-5 lg:px-5 lg:pt-6">
      <div className={`grid min-w-0 ${hasSlides ? 'lg:col-span-5' : 'lg:col-span-12'}`}>
        {own ? <UserCard usdtTotal={own.usdtTotal} today={own.today} isHidden={isHidden} /> : <GuestCard />}
      </div>
      {hasSlides && (
        <div {...motion.holders} className="min-w-0 lg:col-span-7">
          <Slides slides={banners} motion={motion} />
        </div>
      )}
      <div {...motion.holders} className="min-w-0 lg:col-span-12">
        <NoticeLine rows={news} isMoving={hasSlides && motion.isMoving} />
      </div>
      {/* On a phone, a guest sees prices first. */}
      <div className={`min-w-0 lg:col-span-12 ${own ? '' : 'max-lg:order-1'}`}>
        <MenuGrid menu={menu} />
      </div>
      <div className="below-fold min-w-0 lg:col-span-8">
        <Movers pairs={pairs} quotes={quotes} lines={lines} watches={own && own.watches} />
      </div>
      <div
        className={`below-fold grid min-w-0 content-start gap-3 lg:col-span-4 lg:gap-5 ${own ? '' : 'max-lg:order-2'}`}
      >
        {announcement && <Announcement announcement={announcement} />}
        <NewsPanel rows={news} />
      </div>
    </div>
  )
}
