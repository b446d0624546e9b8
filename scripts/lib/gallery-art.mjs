// Gallery drawings on a 100 × 100 canvas in a browser: `draw(ctx, drawing, colours, seed, t)`, with t from 0 to 1 as a
// seamless loop. The function is sent to the page as text, so it must be self-contained.

export function defineArt() {
  const TURN = Math.PI * 2
  const chance = (seed) => () => {
    seed = (seed + 0x6d2b79f5) | 0
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296
  }
  const mixed = (from, to, part) => {
    const parts = [from, to].map((colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)))
    return `rgb(${parts[0].map((value, index) => Math.round(value + (parts[1][index] - value) * part)).join(',')})`
  }
  const disc = (ctx, x, y, radius) => {
    ctx.beginPath()
    ctx.arc(x, y, radius, 0, TURN)
  }
  const drawings = {
    waves(ctx, [ground, middle, light], random, t) {
      disc(ctx, 25 + random() * 50, 26, 11)
      ctx.fillStyle = light
      ctx.fill()
      for (let row = 0; row < 9; row += 1) {
        const height = 3 + random() * 5
        const start = random() * TURN
        ctx.fillStyle = mixed(middle, ground, row / 9)
        ctx.beginPath()
        ctx.moveTo(0, 100)
        for (let x = 0; x <= 100; x += 2)
          ctx.lineTo(
            x,
            34 + row * 8 + height * Math.sin((x / 100) * TURN * 1.5 + start + t * TURN * (row % 2 ? 1 : -1)),
          )
        ctx.lineTo(100, 100)
        ctx.fill()
      }
    },
    ridges(ctx, [ground, middle, light], random, t) {
      disc(ctx, 30 + random() * 40, 28, 8)
      ctx.fillStyle = light
      ctx.fill()
      for (let row = 0; row < 7; row += 1) {
        const waves = [1, 2, 3, 5].map((count) => ({ count, height: (9 * random()) / count, start: random() * TURN }))
        ctx.fillStyle = mixed(mixedHex(middle, light, 0.35), ground, row / 6.5)
        ctx.beginPath()
        ctx.moveTo(0, 100)
        for (let x = 0; x <= 100; x += 1) {
          const bend = (sum, { count, height, start }) =>
            sum + height * Math.abs(Math.sin((x / 100) * Math.PI * count + start + t * Math.PI * (row > 3 ? 2 : 1)))
          ctx.lineTo(x, 48 + row * 8 - waves.reduce(bend, 0))
        }
        ctx.lineTo(100, 100)
        ctx.fill()
      }
    },
    orbits(ctx, [ground, middle, light], random, t) {
      disc(ctx, 50, 50, 9)
      ctx.fillStyle = light
      ctx.fill()
      for (let ring = 1; ring <= 5; ring += 1) {
        const radius = 9 + ring * 7
        disc(ctx, 50, 50, radius)
        ctx.strokeStyle = mixed(ground, middle, 0.45)
        ctx.lineWidth = 0.5
        ctx.stroke()
        const angle = random() * TURN + t * TURN * (6 - ring)
        disc(ctx, 50 + radius * Math.cos(angle), 50 + radius * Math.sin(angle), 1.5 + random() * 2.5)
        ctx.fillStyle = ring % 2 ? middle : light
        ctx.fill()
      }
    },
    tiles(ctx, [ground, middle, light], random, t) {
      const side = 12.5
      for (let row = 0; row < 8; row += 1)
        for (let column = 0; column < 8; column += 1) {
          const turns = Math.floor(random() * 4)
          const isLate = random() < 0.3
          const turning = isLate ? Math.min(1, Math.max(0, t * 3 - 1)) * 4 : 0
          ctx.save()
          ctx.translate((column + 0.5) * side, (row + 0.5) * side)
          ctx.rotate(((turns + turning) * TURN) / 4)
          ctx.fillStyle = (row + column) % 3 ? middle : light
          ctx.beginPath()
          ctx.moveTo(-side / 2, -side / 2)
          ctx.arc(-side / 2, -side / 2, side * 0.96, 0, TURN / 4)
          ctx.fill()
          ctx.fillStyle = ground
          ctx.beginPath()
          ctx.moveTo(-side / 2, -side / 2)
          ctx.arc(-side / 2, -side / 2, side * 0.45, 0, TURN / 4)
          ctx.fill()
          ctx.restore()
        }
    },
    petals(ctx, [ground, middle, light], random, t) {
      const golden = Math.PI * (3 - Math.sqrt(5))
      const count = 90 + Math.floor(random() * 90)
      const wide = 2 + random() * 2
      const open = 0.75 + 0.25 * Math.sin(t * TURN)
      for (let index = count; index > 0; index -= 1) {
        const radius = 3.4 * Math.sqrt(index) * open
        const angle = index * golden + t * TURN * (random() < 2 ? 1 / 8 : 0) * 8
        ctx.save()
        ctx.translate(50 + radius * Math.cos(angle), 50 + radius * Math.sin(angle))
        ctx.rotate(angle)
        ctx.beginPath()
        ctx.ellipse(0, 0, wide * (1 + index / count), wide * 0.55, 0, 0, TURN)
        ctx.fillStyle = mixed(light, middle, index / count)
        ctx.fill()
        ctx.strokeStyle = ground
        ctx.lineWidth = 0.3
        ctx.stroke()
        ctx.restore()
      }
    },
    stars(ctx, [ground, middle, light], random, t) {
      const stars = Array.from({ length: 70 }, () => ({
        angle: random() * TURN,
        radius: 8 + random() * 60,
        size: random(),
      }))
      const at = ({ angle, radius }) => [
        50 + radius * Math.cos(angle + t * TURN),
        50 + radius * Math.sin(angle + t * TURN),
      ]
      ctx.strokeStyle = mixed(ground, middle, 0.8)
      ctx.lineWidth = 0.4
      const bright = stars.filter(({ size }) => size > 0.75)
      ctx.beginPath()
      bright.forEach((star, index) => ctx[index % 4 === 0 ? 'moveTo' : 'lineTo'](...at(star)))
      ctx.stroke()
      for (const star of stars) {
        disc(ctx, ...at(star), 0.4 + star.size * 1.2)
        ctx.fillStyle = star.size > 0.75 ? light : middle
        ctx.fill()
      }
    },
    town(ctx, [ground, middle, light], random, t) {
      disc(ctx, 74, 22, 9)
      ctx.fillStyle = light
      ctx.fill()
      for (let x = 0; x < 100;) {
        const width = 9 + Math.floor(random() * 9)
        const top = 30 + random() * 40
        ctx.fillStyle = mixed(ground, middle, 0.2 + random() * 0.5)
        ctx.fillRect(x, top, width - 1, 100 - top)
        for (let y = top + 3; y < 96; y += 5)
          for (let window = x + 2; window < x + width - 3; window += 3.5) {
            const phase = random()
            const isLit = phase < 0.4 || (phase < 0.6 && (t * 2 + phase * 5) % 1 < 0.5)
            ctx.fillStyle = isLit ? light : ground
            ctx.fillRect(window, y, 1.8, 2.4)
          }
        x += width
      }
    },
    ripples(ctx, [ground, middle, light], random, t) {
      for (let drop = 0; drop < 7; drop += 1) {
        const [x, y, start] = [10 + random() * 80, 10 + random() * 80, random()]
        for (let ring = 0; ring < 5; ring += 1) {
          const age = (t + start + ring / 5) % 1
          disc(ctx, x, y, 1 + age * 26)
          ctx.strokeStyle = mixed(drop % 2 ? middle : light, ground, age)
          ctx.lineWidth = 1.2 * (1 - age) + 0.2
          ctx.stroke()
        }
      }
    },
  }
  const mixedHex = (from, to, part) => {
    const numbers = mixed(from, to, part).match(/\d+/g)
    return `#${numbers.map((value) => Number(value).toString(16).padStart(2, '0')).join('')}`
  }
  return function draw(ctx, { drawing, colours, seed, t }) {
    ctx.setTransform(ctx.canvas.width / 100, 0, 0, ctx.canvas.height / 100, 0, 0)
    ctx.fillStyle = colours[0]
    ctx.fillRect(0, 0, 100, 100)
    drawings[drawing](ctx, colours, chance(seed), t)
  }
}
