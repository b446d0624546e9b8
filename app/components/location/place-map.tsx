// Map of a place: tiles when the operator configured a tile server, otherwise country outlines of the world.

import type { shownPlace } from '../../site/place.server'

export type ShownPlace = ReturnType<typeof shownPlace>

export function PlaceMap({ place, label }: { readonly place: ShownPlace; readonly label: string }) {
  const { tiled, world, credit } = place
  const { left, top } = tiled ?? world
  return (
    <figure className="grid gap-1">
      <div
        role="img"
        aria-label={`${label}: ${place.latitude}, ${place.longitude}`}
        className={`relative overflow-hidden rounded-xl border border-line ${tiled ? 'mx-auto aspect-square w-full max-w-md' : 'aspect-2/1'}`}
      >
        {tiled ? (
          <div className="grid size-full grid-cols-3">
            {tiled.tiles.map((url, index) => (
              <img key={index} src={url} alt="" className="size-full" />
            ))}
          </div>
        ) : (
          <img src="/map/world.svg" alt="" className="size-full" />
        )}
        <span
          aria-hidden="true"
          style={{ left: `${left}%`, top: `${top}%` }}
          className="absolute size-4 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white bg-bad shadow-float"
        />
      </div>
      {tiled && credit !== '' && <figcaption className="text-2xs text-muted">{credit}</figcaption>}
    </figure>
  )
}
