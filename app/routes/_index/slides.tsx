// Banner carousel: by swipe, dot or arrow key, and automatic where motion is allowed. The first slide is
// server-rendered; without scripts the row scrolls.

import { Link } from '@remix-run/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlive } from '../../components/use-alive'
import { Icon } from '../../components/icon'
import { type Motion, useSteps } from '../../components/use-motion'

export interface Slide {
  readonly id: number
  readonly title: string
  readonly abstract: string
  readonly cover: string
}

const NEXT_AFTER_MS = 6_000

export function Slides({ slides, motion }: { slides: readonly Slide[]; motion: Motion }) {
  const { t } = useTranslation('home')
  const isAlive = useAlive()
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const show = (index: number) => {
    const next = (index + slides.length) % slides.length
    const list = row.current
    list?.scrollTo({ left: next * list.clientWidth, behavior: motion.isWelcome ? 'smooth' : 'auto' })
  }
  useSteps(() => show(shown + 1), NEXT_AFTER_MS, motion.isMoving && slides.length > 1)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    show(shown + step)
  }
  return (
    <section
      aria-label={t('slides')}
      data-slide={shown}
      onKeyDown={onKeyDown}
      className="relative h-full min-w-0 overflow-hidden rounded-xl"
    >
      <ul
        ref={row}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setShown(Math.round(scrollLeft / Math.max(1, clientWidth)))
        }
        className="no-scrollbar flex h-40 snap-x snap-mandatory overflow-x-auto overscroll-x-contain md:h-full lg:min-h-56"
      >
        {slides.map((slide, index) => (
          <li
            key={slide.id}
            aria-label={t('slide_of', { number: index + 1, count: slides.length })}
            className="relative size-full shrink-0 snap-start snap-always"
          >
            <SlideLink slide={slide} isFirst={index === 0} />
          </li>
        ))}
      </ul>
      {isAlive && slides.length > 1 && (
        <div className="absolute inset-x-2 bottom-0 flex items-center justify-between text-white lg:inset-x-5">
          <div className="flex">
            {slides.map((slide, index) => (
              <button
                key={slide.id}
                type="button"
                aria-label={t('slide_show', { number: index + 1 })}
                aria-current={index === shown}
                onClick={() => show(index)}
                className="grid h-11 w-6 place-items-center outline-offset-[-4px]!"
              >
                <span
                  className={`h-1 rounded-full transition-all ${index === shown ? 'w-4 bg-white' : 'w-1.5 bg-white/60'}`}
                />
              </button>
            ))}
          </div>
          {motion.isWelcome && (
            <button
              type="button"
              aria-label={t(motion.isPaused ? 'motion_play' : 'motion_pause')}
              onClick={motion.togglePaused}
              className="grid size-11 place-items-center rounded-full opacity-80 hover:opacity-100"
            >
              <Icon name={motion.isPaused ? 'play' : 'pause'} className="size-4" />
            </button>
          )}
        </div>
      )}
    </section>
  )
}

/** Text overlays the dark side of the banner; our banner pictures contain no text. */
function SlideLink({ slide: { id, title, abstract, cover }, isFirst }: { slide: Slide; isFirst: boolean }) {
  return (
    <Link
      to={`/news/${id}`}
      draggable={false}
      className="relative block size-full overflow-hidden bg-[#0d1b3e] text-white -outline-offset-4!"
    >
      {cover && (
        <img
          src={cover}
          alt=""
          width={1200}
          height={420}
          draggable={false}
          className="absolute inset-0 size-full object-cover object-right"
          {...(isFirst ? { fetchpriority: 'high' } : { loading: 'lazy' as const })}
        />
      )}
      <span className="absolute inset-0 bg-linear-to-r from-black/75 from-45% to-transparent lg:from-black/60 lg:from-25%" />
      <span className="relative flex size-full max-w-[72%] flex-col justify-center gap-1.5 px-5 pb-6 lg:max-w-[64%] lg:gap-3 lg:px-8 lg:pb-8">
        <span className="line-clamp-3 text-lg leading-tight font-bold text-balance lg:text-2xl xl:text-3xl">
          {title}
        </span>
        <span className="line-clamp-2 text-xs text-white/85 lg:text-base">{abstract}</span>
      </span>
    </Link>
  )
}
