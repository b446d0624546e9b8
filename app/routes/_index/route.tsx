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
import { Slides } from './slides'

export { action, loader } from './data.server'

export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs): boolean =>
  !isViewChange(change) && change.defaultShouldRevalidate

export default function Home() {
  const { pairs, quotes, lines, banners, news, announcement, menu, own, isHidden } = useLoaderData<typeof loader>()
  const motion = useMotion()
  const hasSlides = banners.length > 0
  const products = (
    <div key="products" className="min-w-0 md:col-span-12">
      <MenuGrid menu={menu} />
    </div>
  )
  const prices = (
    <div key="prices" className={`min-w-0 ${own ? 'md:col-span-12 lg:col-span-8' : 'md:col-span-12'}`}>
      <Movers pairs={pairs} quotes={quotes} lines={lines} watches={own && own.watches} />
    </div>
  )
  return (
    <div className="grid gap-3 px-3 pt-3 md:grid-cols-12 lg:gap-5 lg:px-5 lg:pt-6">
      <div className={`grid min-w-0 ${hasSlides ? 'md:col-span-6 lg:col-span-5' : 'md:col-span-12'}`}>
        {own ? <UserCard usdtTotal={own.usdtTotal} today={own.today} isHidden={isHidden} /> : <GuestCard />}
      </div>
      {hasSlides && (
        <div {...motion.holders} className="min-w-0 md:col-span-6 lg:col-span-7">
          <Slides slides={banners} motion={motion} />
        </div>
      )}
      {/* A guest sees prices first. */}
      {own ? [products, prices] : [prices, products]}
      <div
        className={`below-fold grid min-w-0 content-start gap-3 lg:gap-5 ${own ? 'md:col-span-12 lg:col-span-4' : 'md:col-span-12'}`}
      >
        {announcement && <Announcement announcement={announcement} />}
        <NewsPanel rows={news} />
      </div>
    </div>
  )
}
