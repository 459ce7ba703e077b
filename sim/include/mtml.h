/* MTML, the management library (libmtml.so.2): the devices of the machine, whatever a process sees of
 * them. Asking it initializes no device. A device of the simulator has no temperature, power, fans,
 * video processor or partitions: such functions return MTML_ERROR_NOT_SUPPORTED. */
#ifndef MUSASIM_MTML_H_
#define MUSASIM_MTML_H_

#define MTML_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Sizes of texts ---- */

#define MTML_LIBRARY_VERSION_BUFFER_SIZE 32
#define MTML_DRIVER_VERSION_BUFFER_SIZE 80
#define MTML_DEVICE_NAME_BUFFER_SIZE 32
#define MTML_DEVICE_UUID_BUFFER_SIZE 48
#define MTML_DEVICE_MTBIOS_VERSION_BUFFER_SIZE 64
#define MTML_DEVICE_VBIOS_VERSION_BUFFER_SIZE MTML_DEVICE_MTBIOS_VERSION_BUFFER_SIZE
#define MTML_DEVICE_PATH_BUFFER_SIZE 64
#define MTML_DEVICE_PCI_SBDF_BUFFER_SIZE 32
#define MTML_VIRT_TYPE_ID_BUFFER_SIZE 16
#define MTML_VIRT_TYPE_CLASS_BUFFER_SIZE 32
#define MTML_VIRT_TYPE_NAME_BUFFER_SIZE 32
#define MTML_VIRT_TYPE_API_BUFFER_SIZE 16
#define MTML_LOG_FILE_PATH_BUFFER_SIZE 200
#define MTML_MPC_PROFILE_NAME_BUFFER_SIZE 32
#define MTML_MPC_CONF_NAME_BUFFER_SIZE 32
#define MTML_MPC_CONF_MAX_PROF_NUM 16
#define MTML_DEVICE_SLOT_NAME_BUFFER_SIZE 32
#define MTML_MEMORY_VENDOR_BUFFER_SIZE 64
#define MTML_DEVICE_SERIAL_NUMBER_BUFFER_SIZE 64

/* ---- Numbers ---- */

typedef enum {
  MTML_SUCCESS = 0,
  MTML_ERROR_DRIVER_NOT_LOADED,
  MTML_ERROR_DRIVER_FAILURE,
  MTML_ERROR_INVALID_ARGUMENT,
  MTML_ERROR_NOT_SUPPORTED,
  MTML_ERROR_NO_PERMISSION,
  MTML_ERROR_INSUFFICIENT_SIZE,
  MTML_ERROR_NOT_FOUND,
  MTML_ERROR_INSUFFICIENT_MEMORY,
  MTML_ERROR_DRIVER_TOO_OLD,
  MTML_ERROR_DRIVER_TOO_NEW,
  MTML_ERROR_TIMEOUT,
  MTML_ERROR_RESOURCE_IS_BUSY,
  MTML_ERROR_UNKNOWN = 999
} MtmlReturn;

typedef enum { MTML_BRAND_MTT = 0, MTML_BRAND_UNKNOWN, MTML_BRAND_COUNT } MtmlBrandType;

typedef enum { MTML_MEM_TYPE_LPDDR4 = 0, MTML_MEM_TYPE_GDDR6 } MtmlMemoryType;

typedef enum {
  MTML_CODEC_SESSION_STATE_UNKNOWN = -1,
  MTML_CODEC_SESSION_STATE_IDLE = 0,
  MTML_CODEC_SESSION_STATE_ACTIVE,
  MTML_CODEC_SESSION_STATE_COUNT
} MtmlCodecSessionState;

typedef enum {
  MTML_DEVICE_NOT_SUPPORT_VIRTUALIZATION = 0,
  MTML_DEVICE_SUPPORT_VIRTUALIZATION
} MtmlVirtCapability;

typedef enum {
  MTML_VIRT_ROLE_NONE = 0,
  MTML_VIRT_ROLE_HOST_VIRTDEVICE,
  MTML_VIRT_ROLE_GUEST_VIRTDEVICE,
  MTML_VIRT_ROLE_COUNT
} MtmlVirtRole;

typedef enum {
  MTML_TOPOLOGY_INTERNAL = 0,
  MTML_TOPOLOGY_SINGLE,
  MTML_TOPOLOGY_MULTIPLE,
  MTML_TOPOLOGY_HOSTBRIDGE,
  MTML_TOPOLOGY_NODE,
  MTML_TOPOLOGY_SYSTEM
} MtmlDeviceTopologyLevel;

typedef enum { MTML_DEVICE_MPC_DISABLE = 0, MTML_DEVICE_MPC_ENABLE } MtmlMpcMode;

typedef enum { MTML_DEVICE_NOT_SUPPORT_MPC = 0, MTML_DEVICE_SUPPORT_MPC } MtmlMpcCapability;

typedef enum { MTML_MPC_TYPE_NONE = 0, MTML_MPC_TYPE_PARENT, MTML_MPC_TYPE_INSTANCE } MtmlMpcType;

typedef enum {
  MTML_P2P_STATUS_OK = 0,
  MTML_P2P_STATUS_CHIPSET_NOT_SUPPORTED,
  MTML_P2P_STATUS_GPU_NOT_SUPPORTED,
  MTML_P2P_STATUS_UNKNOWN
} MtmlDeviceP2PStatus;

typedef enum { MTML_P2P_CAPS_READ = 0, MTML_P2P_CAPS_WRITE } MtmlDeviceP2PCaps;

typedef enum {
  MTML_GPU_ENGINE_GEOMETRY = 0,
  MTML_GPU_ENGINE_2D,
  MTML_GPU_ENGINE_3D,
  MTML_GPU_ENGINE_COMPUTE,
  MTML_GPU_ENGINE_MAX
} MtmlGpuEngine;

typedef enum { MTML_MEMORY_ECC_DISABLE = 0, MTML_MEMORY_ECC_ENABLE } MtmlEccMode;

typedef enum {
  MTML_PAGE_RETIREMENT_CAUSE_MULTIPLE_SINGLE_BIT_ECC_ERRORS = 0,
  MTML_PAGE_RETIREMENT_CAUSE_DOUBLE_BIT_ECC_ERROR,
  MTML_PAGE_RETIREMENT_CAUSE_MAX
} MtmlPageRetirementCause;

typedef enum {
  MTML_RETIRED_PAGES_PENDING_STATE_FALSE = 0,
  MTML_RETIRED_PAGES_PENDING_STATE_TRUE
} MtmlRetiredPagesPendingState;

typedef enum {
  MTML_VOLATILE_ECC = 0,
  MTML_AGGREGATE_ECC,
  MTML_ECC_COUNTER_TYPE_COUNT
} MtmlEccCounterType;

typedef enum {
  MTML_MEMORY_ERROR_TYPE_CORRECTED = 0,
  MTML_MEMORY_ERROR_TYPE_UNCORRECTED,
  MTML_MEMORY_ERROR_TYPE_COUNT
} MtmlMemoryErrorType;

typedef enum { MTML_MEMORY_LOCATION_DRAM = 0x1 } MtmlMemoryLocation;

typedef enum {
  MTML_MTLINK_STATE_DOWN = 0,
  MTML_MTLINK_STATE_UP,
  MTML_MTLINK_STATE_DOWNGRADE
} MtmlMtLinkState;

typedef enum {
  MTML_MTLINK_CAP_P2P_ACCESS = 0,
  MTML_MTLINK_CAP_P2P_ATOMICS,
  MTML_MTLINK_CAP_COUNT
} MtmlMtLinkCap;

typedef enum {
  MTML_MTLINK_CAP_STATUS_NOT_SUPPORTED = 0,
  MTML_MTLINK_CAP_STATUS_OK
} MtmlMtLinkCapStatus;

typedef enum {
  MTML_DEVICE_NOT_SUPPORT_MTLINK = 0,
  MTML_DEVICE_SUPPORT_MTLINK
} MtmlMtLinkCapability;

/* ---- Handles ---- */

typedef struct MtmlLibrary MtmlLibrary;
typedef struct MtmlSystem MtmlSystem;
typedef struct MtmlDevice MtmlDevice;
typedef struct MtmlGpu MtmlGpu;
typedef struct MtmlMemory MtmlMemory;
typedef struct MtmlVpu MtmlVpu;

/* ---- What functions fill ---- */

typedef struct {
  char sbdf[MTML_DEVICE_PCI_SBDF_BUFFER_SIZE];
  unsigned int segment;
  unsigned int bus;
  unsigned int device;
  unsigned int pciDeviceId;
  unsigned int pciSubsystemId;
  unsigned int busWidth;
  float pciMaxSpeed;
  float pciCurSpeed;
  unsigned int pciMaxWidth;
  unsigned int pciCurWidth;
  unsigned int pciMaxGen;
  unsigned int pciCurGen;
  int rsvd[6];
} MtmlPciInfo;

typedef struct {
  unsigned int virtCap : 1;
  unsigned int virtRole : 3;
  unsigned int mpcCap : 1;
  unsigned int mpcType : 3;
  unsigned int mtLinkCap : 1;
  unsigned int rsvd : 23;
  unsigned int rsvd2 : 32;
} MtmlDeviceProperty;

typedef struct {
  unsigned int version;
  unsigned int bandWidth;
  unsigned int linkNum;
  unsigned int rsvd[4];
} MtmlMtLinkSpec;

typedef struct {
  unsigned int localLinkId;
  unsigned int remoteLinkId;
  unsigned int rsvd[4];
} MtmlMtLinkLayout;

/* What no function here fills is known by name alone. */
typedef struct MtmlPciSlotInfo MtmlPciSlotInfo;
typedef struct MtmlDispIntfSpec MtmlDispIntfSpec;
typedef struct MtmlVirtType MtmlVirtType;
typedef struct MtmlCodecUtil MtmlCodecUtil;
typedef struct MtmlCodecSessionMetrics MtmlCodecSessionMetrics;
typedef struct MtmlLogConfiguration MtmlLogConfiguration;
typedef struct MtmlMpcProfile MtmlMpcProfile;
typedef struct MtmlMpcConfiguration MtmlMpcConfiguration;
typedef struct MtmlPageRetirementCount MtmlPageRetirementCount;
typedef struct MtmlPageRetirement MtmlPageRetirement;

/* ---- The library ---- */

MTML_API const char* mtmlErrorString(MtmlReturn result);
MTML_API MtmlReturn mtmlLibraryShutDown(MtmlLibrary* lib);
MTML_API MtmlReturn mtmlLibraryInit(MtmlLibrary** lib);
MTML_API MtmlReturn mtmlLibraryInitSystem(const MtmlLibrary* lib, MtmlSystem** sys);
MTML_API MtmlReturn mtmlLibraryInitDeviceByIndex(const MtmlLibrary* lib, unsigned int index,
                                                 MtmlDevice** dev);
MTML_API MtmlReturn mtmlLibraryGetVersion(const MtmlLibrary* lib, char* version,
                                          unsigned int length);
MTML_API MtmlReturn mtmlLibraryFreeSystem(MtmlSystem* sys);
MTML_API MtmlReturn mtmlLibraryCountDevice(const MtmlLibrary* lib, unsigned int* count);
MTML_API MtmlReturn mtmlLibraryInitDeviceByUuid(const MtmlLibrary* lib, const char* uuid,
                                                MtmlDevice** dev);
MTML_API MtmlReturn mtmlLibraryInitDeviceByPciSbdf(const MtmlLibrary* lib, const char* pciSbdf,
                                                   MtmlDevice** dev);
MTML_API MtmlReturn mtmlLibrarySetMpcConfigurationInBatch(const MtmlLibrary* lib,
                                                          unsigned int count, MtmlDevice** devices,
                                                          unsigned int* mpcConfigIds);
MTML_API MtmlReturn mtmlLibraryFreeDevice(MtmlDevice* dev);
MTML_API MtmlReturn mtmlSystemGetDriverVersion(const MtmlSystem* sys, char* version,
                                               unsigned int length);

/* ---- Devices ---- */

MTML_API MtmlReturn mtmlDeviceInitMemory(const MtmlDevice* dev, MtmlMemory** mem);
MTML_API MtmlReturn mtmlDeviceFreeMemory(MtmlMemory* mem);
MTML_API MtmlReturn mtmlDeviceInitGpu(const MtmlDevice* dev, MtmlGpu** gpu);
MTML_API MtmlReturn mtmlDeviceFreeGpu(MtmlGpu* gpu);
MTML_API MtmlReturn mtmlDeviceInitVpu(const MtmlDevice* dev, MtmlVpu** vpu);
MTML_API MtmlReturn mtmlDeviceFreeVpu(MtmlVpu* vpu);
MTML_API MtmlReturn mtmlDeviceGetIndex(const MtmlDevice* dev, unsigned int* index);
MTML_API MtmlReturn mtmlDeviceGetUUID(const MtmlDevice* dev, char* uuid, unsigned int length);
MTML_API MtmlReturn mtmlDeviceGetBrand(const MtmlDevice* dev, MtmlBrandType* type);
MTML_API MtmlReturn mtmlDeviceGetName(const MtmlDevice* dev, char* name, unsigned int length);
MTML_API MtmlReturn mtmlDeviceGetPciInfo(const MtmlDevice* dev, MtmlPciInfo* pci);
MTML_API MtmlReturn mtmlDeviceGetPowerUsage(const MtmlDevice* dev, unsigned int* power);
MTML_API MtmlReturn mtmlDeviceGetGpuPath(const MtmlDevice* dev, char* path, unsigned int length);
MTML_API MtmlReturn mtmlDeviceGetPrimaryPath(const MtmlDevice* dev, char* path,
                                             unsigned int length);
MTML_API MtmlReturn mtmlDeviceGetRenderPath(const MtmlDevice* dev, char* path, unsigned int length);
MTML_API MtmlReturn mtmlDeviceGetVbiosVersion(const MtmlDevice* dev, char* version,
                                              unsigned int length);
MTML_API MtmlReturn mtmlDeviceGetMtBiosVersion(const MtmlDevice* dev, char* version,
                                               unsigned int length);
MTML_API MtmlReturn mtmlDeviceGetProperty(const MtmlDevice* dev, MtmlDeviceProperty* prop);
MTML_API MtmlReturn mtmlDeviceCountFan(const MtmlDevice* dev, unsigned int* count);
MTML_API MtmlReturn mtmlDeviceGetFanSpeed(const MtmlDevice* dev, unsigned int index,
                                          unsigned int* speed);
MTML_API MtmlReturn mtmlDeviceGetFanRpm(const MtmlDevice* dev, unsigned int fanIndex,
                                        unsigned int* fanRpm);
MTML_API MtmlReturn mtmlDeviceGetPcieSlotInfo(const MtmlDevice* dev, MtmlPciSlotInfo* slotInfo);
MTML_API MtmlReturn mtmlDeviceCountDisplayInterface(const MtmlDevice* dev, unsigned int* count);
MTML_API MtmlReturn mtmlDeviceGetDisplayInterfaceSpec(const MtmlDevice* dev, unsigned int intfIndex,
                                                      MtmlDispIntfSpec* dispIntfSpec);
MTML_API MtmlReturn mtmlDeviceGetSerialNumber(const MtmlDevice* dev, unsigned int length,
                                              char* serialNumber);
MTML_API MtmlReturn mtmlDeviceCountGpuCores(const MtmlDevice* dev, unsigned int* numCores);

/* ---- Topology and links ---- */

MTML_API MtmlReturn mtmlDeviceGetTopologyLevel(const MtmlDevice* dev1, const MtmlDevice* dev2,
                                               MtmlDeviceTopologyLevel* level);
MTML_API MtmlReturn mtmlDeviceCountDeviceByTopologyLevel(const MtmlDevice* dev,
                                                         MtmlDeviceTopologyLevel level,
                                                         unsigned int* count);
MTML_API MtmlReturn mtmlDeviceGetDeviceByTopologyLevel(const MtmlDevice* dev,
                                                       MtmlDeviceTopologyLevel level,
                                                       unsigned int count, MtmlDevice** devices);
MTML_API MtmlReturn mtmlDeviceGetP2PStatus(const MtmlDevice* dev1, const MtmlDevice* dev2,
                                           MtmlDeviceP2PCaps p2pCap,
                                           MtmlDeviceP2PStatus* p2pStatus);
MTML_API MtmlReturn mtmlDeviceGetMtLinkSpec(const MtmlDevice* dev, MtmlMtLinkSpec* spec);
MTML_API MtmlReturn mtmlDeviceGetMtLinkState(const MtmlDevice* dev, unsigned int linkId,
                                             MtmlMtLinkState* state);
MTML_API MtmlReturn mtmlDeviceGetMtLinkCapStatus(const MtmlDevice* dev, unsigned int linkId,
                                                 MtmlMtLinkCap capability,
                                                 MtmlMtLinkCapStatus* status);
MTML_API MtmlReturn mtmlDeviceGetMtLinkRemoteDevice(const MtmlDevice* dev, unsigned int linkId,
                                                    MtmlDevice** remote);
MTML_API MtmlReturn mtmlDeviceCountMtLinkShortestPaths(const MtmlDevice* local,
                                                       const MtmlDevice* remote,
                                                       unsigned int* pathCount,
                                                       unsigned int* pathLength);
MTML_API MtmlReturn mtmlDeviceGetMtLinkShortestPaths(const MtmlDevice* local,
                                                     const MtmlDevice* remote,
                                                     unsigned int pathCount,
                                                     unsigned int pathLength, MtmlDevice** paths);
MTML_API MtmlReturn mtmlDeviceCountMtLinkLayouts(const MtmlDevice* local, const MtmlDevice* remote,
                                                 unsigned int* linkCount);
MTML_API MtmlReturn mtmlDeviceGetMtLinkLayouts(const MtmlDevice* local, const MtmlDevice* remote,
                                               unsigned int linkCount, MtmlMtLinkLayout* layouts);
MTML_API MtmlReturn mtmlDeviceGetMemoryAffinityWithinNode(const MtmlDevice* dev,
                                                          unsigned int nodeSetSize,
                                                          unsigned long* nodeSet);
MTML_API MtmlReturn mtmlDeviceGetCpuAffinityWithinNode(const MtmlDevice* dev,
                                                       unsigned int cpuSetSize,
                                                       unsigned long* cpuSet);

/* ---- The parts of a device ---- */

MTML_API MtmlReturn mtmlMemoryGetTotal(const MtmlMemory* mem, unsigned long long* total);
MTML_API MtmlReturn mtmlMemoryGetUsed(const MtmlMemory* mem, unsigned long long* used);
MTML_API MtmlReturn mtmlGpuGetUtilization(const MtmlGpu* gpu, unsigned int* utilization);
MTML_API MtmlReturn mtmlGpuGetTemperature(const MtmlGpu* gpu, int* temp);
MTML_API MtmlReturn mtmlGpuGetClock(const MtmlGpu* gpu, unsigned int* clockMhz);
MTML_API MtmlReturn mtmlGpuGetMaxClock(const MtmlGpu* gpu, unsigned int* clockMhz);
MTML_API MtmlReturn mtmlGpuGetEngineUtilization(const MtmlGpu* gpu, MtmlGpuEngine engine,
                                                unsigned int* utilization);
MTML_API MtmlReturn mtmlMemoryGetUsedSystem(const MtmlMemory* mem, unsigned long long* used);
MTML_API MtmlReturn mtmlMemoryGetUtilization(const MtmlMemory* mem, unsigned int* utilization);
MTML_API MtmlReturn mtmlMemoryGetClock(const MtmlMemory* mem, unsigned int* clockMhz);
MTML_API MtmlReturn mtmlMemoryGetMaxClock(const MtmlMemory* mem, unsigned int* clockMhz);
MTML_API MtmlReturn mtmlMemoryGetBusWidth(const MtmlMemory* mem, unsigned int* busWidth);
MTML_API MtmlReturn mtmlMemoryGetBandwidth(const MtmlMemory* mem, unsigned int* bandwidth);
MTML_API MtmlReturn mtmlMemoryGetSpeed(const MtmlMemory* mem, unsigned int* speed);
MTML_API MtmlReturn mtmlMemoryGetVendor(const MtmlMemory* mem, unsigned int length, char* vendor);
MTML_API MtmlReturn mtmlMemoryGetType(const MtmlMemory* mem, MtmlMemoryType* type);
MTML_API MtmlReturn mtmlVpuGetUtilization(const MtmlVpu* vpu, MtmlCodecUtil* utilization);
MTML_API MtmlReturn mtmlVpuGetClock(const MtmlVpu* vpu, unsigned int* clockMhz);
MTML_API MtmlReturn mtmlVpuGetMaxClock(const MtmlVpu* vpu, unsigned int* clockMhz);
MTML_API MtmlReturn mtmlVpuGetCodecCapacity(const MtmlVpu* vpu, unsigned int* encodeCapacity,
                                            unsigned int* decodeCapacity);
MTML_API MtmlReturn mtmlVpuGetEncoderSessionStates(const MtmlVpu* vpu,
                                                   MtmlCodecSessionState* states,
                                                   unsigned int length);
MTML_API MtmlReturn mtmlVpuGetEncoderSessionMetrics(const MtmlVpu* vpu, unsigned int sessionId,
                                                    MtmlCodecSessionMetrics* metrics);
MTML_API MtmlReturn mtmlVpuGetDecoderSessionStates(const MtmlVpu* vpu,
                                                   MtmlCodecSessionState* states,
                                                   unsigned int length);
MTML_API MtmlReturn mtmlVpuGetDecoderSessionMetrics(const MtmlVpu* vpu, unsigned int sessionId,
                                                    MtmlCodecSessionMetrics* metrics);
MTML_API MtmlReturn mtmlMemorySetEccMode(const MtmlMemory* mem, MtmlEccMode mode);
MTML_API MtmlReturn mtmlMemoryGetEccMode(const MtmlMemory* mem, MtmlEccMode* currentMode,
                                         MtmlEccMode* pendingMode);
MTML_API MtmlReturn mtmlMemoryGetRetiredPagesCount(const MtmlMemory* mem,
                                                   MtmlPageRetirementCount* count);
MTML_API MtmlReturn mtmlMemoryGetRetiredPages(const MtmlMemory* mem, MtmlPageRetirementCause cause,
                                              unsigned int count, MtmlPageRetirement* pages);
MTML_API MtmlReturn mtmlMemoryGetRetiredPagesPendingStatus(const MtmlMemory* mem,
                                                           MtmlRetiredPagesPendingState* isPending);
MTML_API MtmlReturn mtmlMemoryGetEccErrorCounter(const MtmlMemory* mem,
                                                 MtmlMemoryErrorType errorType,
                                                 MtmlEccCounterType counterType,
                                                 MtmlMemoryLocation location,
                                                 unsigned long long* count);
MTML_API MtmlReturn mtmlMemoryClearEccErrorCounts(const MtmlMemory* mem,
                                                  MtmlEccCounterType counterType);

/* ---- Virtualization and partitions ---- */

MTML_API MtmlReturn mtmlDeviceCountSupportedVirtTypes(const MtmlDevice* dev, unsigned int* count);
MTML_API MtmlReturn mtmlDeviceGetSupportedVirtTypes(const MtmlDevice* dev, MtmlVirtType* types,
                                                    unsigned int count);
MTML_API MtmlReturn mtmlDeviceCountAvailVirtTypes(const MtmlDevice* dev, unsigned int* count);
MTML_API MtmlReturn mtmlDeviceGetAvailVirtTypes(const MtmlDevice* dev, MtmlVirtType* types,
                                                unsigned int count);
MTML_API MtmlReturn mtmlDeviceCountAvailVirtDevices(const MtmlDevice* dev, const MtmlVirtType* type,
                                                    unsigned int* count);
MTML_API MtmlReturn mtmlDeviceCountActiveVirtDevices(const MtmlDevice* dev, unsigned int* count);
MTML_API MtmlReturn mtmlDeviceGetActiveVirtDeviceUuids(const MtmlDevice* dev, char* uuids,
                                                       unsigned int entryLength,
                                                       unsigned int entryCount);
MTML_API MtmlReturn mtmlDeviceCountMaxVirtDevices(const MtmlDevice* dev, const MtmlVirtType* type,
                                                  unsigned int* virtDevicesCount);
MTML_API MtmlReturn mtmlDeviceInitVirtDevice(const MtmlDevice* dev, const char* uuid,
                                             MtmlDevice** virtDev);
MTML_API MtmlReturn mtmlDeviceFreeVirtDevice(MtmlDevice* virtDev);
MTML_API MtmlReturn mtmlDeviceGetVirtType(const MtmlDevice* virtDev, MtmlVirtType* type);
MTML_API MtmlReturn mtmlDeviceGetPhyDeviceUuid(const MtmlDevice* virtDev, char* uuid,
                                               unsigned int length);
MTML_API MtmlReturn mtmlDeviceSetMpcMode(const MtmlDevice* dev, MtmlMpcMode mode);
MTML_API MtmlReturn mtmlDeviceGetMpcMode(const MtmlDevice* dev, MtmlMpcMode* currentMode);
MTML_API MtmlReturn mtmlDeviceCountSupportedMpcProfiles(const MtmlDevice* dev, unsigned int* count);
MTML_API MtmlReturn mtmlDeviceGetSupportedMpcProfiles(const MtmlDevice* dev, unsigned int count,
                                                      MtmlMpcProfile* info);
MTML_API MtmlReturn mtmlDeviceCountSupportedMpcConfigurations(const MtmlDevice* dev,
                                                              unsigned int* count);
MTML_API MtmlReturn mtmlDeviceGetSupportedMpcConfigurations(const MtmlDevice* dev,
                                                            unsigned int count,
                                                            MtmlMpcConfiguration* info);
MTML_API MtmlReturn mtmlDeviceGetMpcConfiguration(const MtmlDevice* dev,
                                                  MtmlMpcConfiguration* config);
MTML_API MtmlReturn mtmlDeviceGetMpcConfigurationByName(const MtmlDevice* dev,
                                                        const char* configName,
                                                        MtmlMpcConfiguration* config);
MTML_API MtmlReturn mtmlDeviceSetMpcConfiguration(const MtmlDevice* dev, unsigned int id);
MTML_API MtmlReturn mtmlDeviceCountMpcInstancesByProfileId(const MtmlDevice* dev,
                                                           unsigned int profileId,
                                                           unsigned int* count);
MTML_API MtmlReturn mtmlDeviceGetMpcInstancesByProfileId(const MtmlDevice* dev,
                                                         unsigned int profileId, unsigned int count,
                                                         MtmlDevice** instances);
MTML_API MtmlReturn mtmlDeviceCountMpcInstances(const MtmlDevice* dev, unsigned int* count);
MTML_API MtmlReturn mtmlDeviceGetMpcInstances(const MtmlDevice* dev, unsigned int count,
                                              MtmlDevice** mpcInstance);
MTML_API MtmlReturn mtmlDeviceGetMpcInstanceByIndex(const MtmlDevice* dev, unsigned int index,
                                                    MtmlDevice** mpcInstance);
MTML_API MtmlReturn mtmlDeviceGetMpcParentDevice(const MtmlDevice* mpcInstance, MtmlDevice** dev);
MTML_API MtmlReturn mtmlDeviceGetMpcProfileInfo(const MtmlDevice* mpcInstance,
                                                MtmlMpcProfile* profileInfo);
MTML_API MtmlReturn mtmlDeviceGetMpcInstanceIndex(const MtmlDevice* mpcInstance,
                                                  unsigned int* index);
MTML_API MtmlReturn mtmlDeviceReset(const MtmlDevice* dev);

/* ---- The log ---- */

MTML_API MtmlReturn mtmlLogSetConfiguration(const MtmlLogConfiguration* configuration);
MTML_API MtmlReturn mtmlLogGetConfiguration(MtmlLogConfiguration* configuration);
#ifdef __cplusplus
}
#endif

#endif
