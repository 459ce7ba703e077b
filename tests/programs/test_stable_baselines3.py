"""stable-baselines3: PPO, DQN and SAC with device="cuda" on small environments, save and load."""

import gymnasium
import numpy
import pytest
import torch
from stable_baselines3 import DQN, PPO, SAC
from stable_baselines3.common.utils import get_device

PACKAGES = ("stable_baselines3", "gymnasium")


@pytest.mark.parametrize("kind", [PPO, DQN, SAC])
def test_learning(tmp_path, kind):
    environment = gymnasium.make("Pendulum-v1" if kind is SAC else "CartPole-v1")
    options = (
        dict(n_steps=64, batch_size=32) if kind is PPO else dict(learning_starts=20, batch_size=16)
    )
    agent = kind("MlpPolicy", environment, device="cuda", seed=1, **options)
    agent.learn(80)
    assert agent.device.type == "cuda" and all(p.is_cuda for p in agent.policy.parameters())
    agent.save(tmp_path / "agent")
    loaded = kind.load(tmp_path / "agent", env=environment, device="cuda:1")
    seen, _ = environment.reset(seed=1)
    ours, theirs = (each.predict(seen, deterministic=True)[0] for each in (agent, loaded))
    assert numpy.allclose(ours, theirs, atol=1e-4)


def test_auto_is_the_gpu():
    assert get_device("auto").type == "cuda"


@pytest.mark.compiles
def test_a_compiled_policy():
    environment = gymnasium.make("CartPole-v1")
    policy = PPO("MlpPolicy", environment, device="cuda", seed=1).policy
    seen, done = torch.randn(8, 4, device="cuda"), torch.arange(8, device="cuda") % 2
    found = [
        each(seen, done)
        for each in (torch.compile(policy.evaluate_actions), policy.evaluate_actions)
    ]
    torch.testing.assert_close(*found, rtol=1e-4, atol=1e-5)
    weights = [p for name, p in policy.named_parameters() if "value" in name]
    gradients = [torch.autograd.grad(each[0].sum(), weights) for each in found]
    torch.testing.assert_close(*gradients, rtol=1e-3, atol=1e-4)
