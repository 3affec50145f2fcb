// service/engines/text/text-engine.ts
/** What went wrong, in words that say what to do. Neither message nor detail ever holds a key. */
var EngineError = class extends Error {
	kind;
	/** Seconds to wait before trying again; with `rate-limited`, where the provider said so. */
	retryAfter;
	/** Raw diagnostic for a log or an expert, secrets removed. */
	detail;
	/** Tokens the provider reported before it failed. */
	usage;
	constructor(kind, message, extra = {}) {
		super(message);
		this.name = "EngineError";
		this.kind = kind;
		this.retryAfter = extra.retryAfter ?? null;
		this.detail = extra.detail ?? null;
		this.usage = extra.usage ?? null;
	}
};
/** Throws the `cancelled` error once the signal is aborted. */
function throwIfCancelled(signal) {
	if (signal.aborted) throw new EngineError("cancelled", "The run was cancelled. Nothing was changed.");
}
export { throwIfCancelled as n, EngineError as t };

//# sourceMappingURL=text-engine-C2bugqmd.js.map