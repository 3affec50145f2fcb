// service/engines/text/composer/random.ts
/** Choice that looks free and is not: the same seed gives the same choices, on every machine. */
/** FNV-1a over UTF-16 units: a 32-bit seed from text. */
function seedFrom(...texts) {
	let hash = 2166136261;
	for (const text of texts) {
		for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
		hash = Math.imul(hash ^ 31, 16777619);
	}
	return hash >>> 0;
}
/** mulberry32: numbers in [0, 1). */
function randomFrom(seed) {
	let state = seed >>> 0;
	return () => {
		state = state + 1831565813 >>> 0;
		let t = state;
		t = Math.imul(t ^ t >>> 15, t | 1);
		t ^= t + Math.imul(t ^ t >>> 7, t | 61);
		return ((t ^ t >>> 14) >>> 0) / 4294967296;
	};
}
/** A shuffled copy. */
function shuffled(items, random) {
	const out = [...items];
	for (let i = out.length - 1; i > 0; i -= 1) {
		const j = Math.floor(random() * (i + 1));
		[out[i], out[j]] = [out[j], out[i]];
	}
	return out;
}
export { seedFrom as n, shuffled as r, randomFrom as t };

//# sourceMappingURL=random-C2CtqkIs.js.map