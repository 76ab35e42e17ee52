# The part of xllamacpp that we use; it ships no types.
class CommonParamsModel:
    path: str

class CpuParams:
    n_threads: int

class CommonParams:
    model: CommonParamsModel
    model_alias: set[str]
    hostnames: list[str]
    port: int
    api_keys: list[str]
    cors_origins: str
    cors_origins_explicit: bool
    cors_credentials: bool
    ui: bool
    endpoint_slots: bool
    endpoint_props: bool
    endpoint_metrics: bool
    n_batch: int
    n_ubatch: int
    n_ctx: int
    n_parallel: int
    cache_ram_mib: int
    cpuparams: CpuParams
    cpuparams_batch: CpuParams
    verbosity: int
    warmup: bool
    fit_params: bool
    def __init__(self) -> None: ...

class Server:
    def __init__(self, params: CommonParams) -> None: ...
    @property
    def listening_address(self) -> str: ...
