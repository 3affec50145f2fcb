/** A script with one of each mark that documents have too. */
export const MARKED_SCRIPT = `# Why night trains came back

Every evening at *ten past nine* a **blue train** leaves Vienna [pause] for Paris.

[Cue: map, the line draws itself]

## What it costs

- A seat from **29 euros**
- A couchette
  - six berths
  - four berths
- A sleeper

1. Book early
2. Bring ear plugs

> The best hotel in Europe has wheels.

First line\\
second line

---

### Zum Schluß: Ελλάδα, Москва, Łódź 🚆

It was *dark* outside, 5 * 3 < 16 & so on. 1990.
`;
