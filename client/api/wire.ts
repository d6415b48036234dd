/**
 * What is read of the records of the service: snake_case, spec section "Resources and their fields".
 * Fields that some answers lack are optional here even where the specification lists them.
 */

export type InputValue = string | number | boolean;
export type InputValues = Readonly<Record<string, InputValue>>;

export type WireCreateRequest = {
	readonly web_app_id: number;
	readonly input_values: InputValues;
	readonly suppress_preview_output?: boolean;
};

/** Durations in milliseconds; members appear only when they apply. */
export type WireCostTimes = {
	readonly inference_cost_time?: number;
	readonly running_cost_time?: number;
	readonly total_cost_time?: number;
};

/** Where records and refusals say why something failed; the specification names the first two. */
export type WireReason = {
	readonly error_message?: string;
	readonly error_msg?: string;
	readonly error_info?: { readonly message?: string; readonly error_type?: string };
	readonly error?: string | { readonly message?: string };
	readonly message_str?: string;
	readonly msg?: string;
	/** A text, or a list of `loc` and `msg`. */
	readonly detail?: string | readonly object[];
	readonly error_code?: number | string;
};

/** Times are `YYYY-MM-DD HH:mm:ss` in UTC+8. */
export type WireStatus = {
	readonly status?: string;
	readonly created_at?: string;
	readonly executed_at?: string;
	readonly ended_at?: string | null;
	readonly expired_at?: string;
	/** Seconds, unlike the member of `cost_times`. */
	readonly inference_cost_time?: number;
	readonly queue_info?: { readonly queue_count?: number } | null;
	/** The service's older documentation spells it so. */
	readonly queueInfo?: { readonly queue_count?: number } | null;
	readonly message?: string;
	readonly cost_times?: WireCostTimes;
} & WireReason;

export type WireOutput = {
	readonly object_url?: string;
	/** Some models name it so. */
	readonly url?: string;
	/** In place of a file. */
	readonly text?: string;
	readonly output_ext?: string;
	readonly cost_time?: number;
	readonly audit_status?: number;
	readonly error_type?: string;
	readonly error_msg?: string;
	readonly error_message?: string;
};

export type WireOutputs = {
	readonly outputs?: readonly WireOutput[] | null;
};

/** Temporary credentials, good for storing one file. */
export type WireUploadFile = {
	readonly object_key?: string;
	readonly access_key_id?: string;
	readonly access_key_secret?: string;
	readonly security_token?: string;
	/** Only some deployments tell where the file will be read from, here or one level higher. */
	readonly access_url?: string;
};

export type WireUploadStorage = {
	readonly endpoint?: string;
	readonly bucket?: string;
	readonly region?: string;
};

export type WireUploadToken = {
	readonly file?: WireUploadFile;
	readonly storage?: WireUploadStorage;
	readonly access_url?: string;
};

export type WireInputResource = {
	readonly id?: number;
	readonly name?: string;
	/** With the leading dot. */
	readonly ext?: string;
	readonly url?: string;
};

export type WireInputNode = {
	readonly node_id?: number | string;
	readonly node_name?: string;
	readonly node_type?: string;
	readonly field_name?: string;
	readonly field_type?: string;
	/** A JSON string; empty, absent or unreadable for some fields. */
	readonly field_options?: string | object | null;
	readonly field_label?: string;
	readonly field_value?: InputValue | null;
	readonly variable_name?: string;
	readonly sort?: number;
};

/** Times of app records are ISO 8601 in UTC. */
export type WireApp = {
	readonly name?: string;
	readonly description?: string;
	readonly base_model?: string;
	readonly nick_name?: string;
	readonly cover_urls?: readonly string[];
	readonly created_at?: string;
	readonly input_nodes?: readonly WireInputNode[] | null;
};

/** A record before its values were checked: rely on the names, not on the values. */
export type Untrusted<Wire> = { readonly [Name in keyof Wire]?: unknown };
